import { bulkEditObjects } from '@typecase/contract/bulk-edit'
import { getChangeSet } from '@typecase/contract/change-sets'
import { type FieldChange, displayValues } from '@typecase/contract/field-changes'
import { newId } from '@typecase/contract/ids'
import { deleteObjects } from '@typecase/contract/objects'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { addManyObjects, addOneObject, addType } from '../../../../testing/content.ts'
import { addOwner, type Owner } from '../../../../testing/people.ts'
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts'

let server: TestServer
let owner: Owner
let stranger: Owner
beforeAll(async () => {
  server = await startTestServer()
  owner = await addOwner(server)
  stranger = await addOwner(server)
  for (const one of [owner, stranger]) {
    await addType(server, one, 'people')
    await addType(server, one, 'posts', [
      { key: 'author', type: 'object' },
      { key: 'editors', type: 'objects' },
      {
        key: 'credits',
        type: 'repeater',
        repeater_fields: [{ key: 'who', title: 'Who', type: 'object' }],
      },
      { key: 'note', type: 'text' },
    ])
  }
})
afterAll(() => server.remove())

const person = (title: string) => addOneObject(server, owner, { type: 'people', title })
const post = (metadata: object) =>
  addOneObject(server, owner, { type: 'posts', title: 'Post', metadata })
async function edit(object_id: string, metadata: object, dry_run = false) {
  const body = { slug: owner.bucket.slug, object_ids: [object_id], data: { metadata }, dry_run }
  return (await server.call(bulkEditObjects, { body } as never, owner)).ok() as {
    sample: FieldChange[]
    change_set_id: string
  }
}
const textsOf = (changes: readonly FieldChange[]) =>
  Object.fromEntries(changes.map((change) => [change.field, Object.values(displayValues(change))]))

test('a dry run and a change set show related objects by their titles', async () => {
  const [ada, bob] = [await person('Ada'), await person('Bob')]
  const { id } = await post({ author: ada.id, editors: [ada.id], note: ada.id })
  const metadata = {
    author: { op: 'set', value: bob.id },
    editors: { op: 'add', value: bob.id },
    credits: { op: 'append', value: { who: ada.id } },
    note: { op: 'set', value: bob.id },
  }
  const expected = {
    'metadata.author': ['Ada', 'Bob'],
    'metadata.editors': [['Ada'], ['Ada', 'Bob']],
    'metadata.credits': [null, [{ who: 'Ada' }]],
    // Ids in a text field are not labelled.
    'metadata.note': [ada.id, bob.id],
  }
  const { sample } = await edit(id, metadata, true)
  expect(textsOf(sample)).toEqual(expected)
  expect(sample.find(({ field }) => field === 'metadata.author')).toMatchObject({
    before: ada.id,
    after: bob.id,
  })
  const { change_set_id } = await edit(id, metadata)
  const query = { slug: owner.bucket.slug, change_set_id }
  const { changes } = (await server.call(getChangeSet, { query }, owner)).ok()
  expect(textsOf(changes)).toEqual(expected)
})

test('an object in the trash is shown by its title, and a missing or foreign object by its id', async () => {
  const [ada, bob] = [await person('Ada'), await person('Bob')]
  const theirs = await addOneObject(server, stranger, { type: 'people', title: 'Eve' })
  const editors = [ada.id, theirs.id, newId()]
  const [id = ''] = await addManyObjects(server, owner, 'posts', 1, () => ({
    metadata: JSON.stringify({ editors }),
  }))
  const body = { slug: owner.bucket.slug, object_ids: [ada.id] }
  await server.call(deleteObjects, { body }, owner)
  const { sample } = await edit(id, { editors: { op: 'set', value: [bob.id] } }, true)
  expect(textsOf(sample)).toEqual({
    'metadata.editors': [['Ada', ...editors.slice(1)], ['Bob']],
  })
})

test('a long list of relations shows the objects around the difference', async () => {
  const ids = await addManyObjects(server, owner, 'people', 40, (n) => ({ title: `Person ${n}` }))
  const { id } = await post({ editors: ids })
  const { sample } = await edit(id, { editors: { op: 'remove', value: ids[20] ?? '' } }, true)
  const [before, after] = textsOf(sample)['metadata.editors'] as string[]
  expect(before).toContain('"Person 20","Person 21"')
  expect(after).not.toContain('"Person 20"')
})
