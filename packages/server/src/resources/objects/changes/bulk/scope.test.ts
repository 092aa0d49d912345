import { deleteObjects } from '@typecase/contract/objects'
import { newId } from '@typecase/contract/ids'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { addManyObjects, addOneObject, addType } from '../../../../testing/content.ts'
import { addOwner, type Owner } from '../../../../testing/people.ts'
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts'
import { type BucketAccess, openBucketForJob } from '../../../buckets/bucket-access.ts'
import { idsInAllLocales, idsInScope, modelsInScope, presentInScope } from '../../queries/scope.ts'

let server: TestServer
let owner: Owner
let access: BucketAccess

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.remove())
beforeEach(async () => {
  owner = await addOwner(server)
  access = openBucketForJob(owner.bucket.id, owner.bucket.slug, owner.id)
  await addType(server, owner, 'posts')
  await addType(server, owner, 'news')
})

const add = async (type: string, slug: string, locale: string | null = null) =>
  (await addOneObject(server, owner, { type, title: slug, slug, locale })).id

test.each([0, 6000])(
  'the other locales of an object are found by type and slug, among %i other objects',
  async (count) => {
    const many = await addManyObjects(server, owner, 'posts', count)
    const [en, de, fr] = [
      await add('posts', 'hello', 'en'),
      await add('posts', 'hello', 'de'),
      await add('posts', 'hello', 'fr'),
    ]
    await add('news', 'hello', 'de')
    const object_ids = [...many, en]
    const both = await idsInAllLocales(server.app, access, { slug: 's', object_ids })
    expect(both.ids).toEqual(object_ids)
    expect(both.others.toSorted()).toEqual([de, fr].toSorted())
    const without = { slug: 's', object_ids, exclude_locales: ['de'], exclude_ids: many }
    expect(await idsInScope(server.app, access, without, true)).toEqual([en, fr])
  },
)

test('a scope keeps ids of missing objects, and the list of present objects leaves them out', async () => {
  const [one, two] = [await add('posts', 'one'), await add('news', 'two')]
  const foreign = await addOwner(server)
  await addType(server, foreign, 'posts')
  const theirs = await addOneObject(server, foreign, { type: 'posts', title: 'Theirs' })
  const scope = { slug: 's', object_ids: [two, newId(), theirs.id, one, two] }
  expect(await idsInScope(server.app, access, scope)).toHaveLength(4)
  expect(await presentInScope(server.app, access, scope)).toEqual([two, one])
  const models = await modelsInScope(server.app, access, scope.object_ids)
  expect(models.map(({ slug }) => slug)).toEqual(['news', 'posts'])

  const body = { slug: owner.bucket.slug, object_ids: [two] }
  ;(await server.call(deleteObjects, { body }, owner)).ok()
  expect(await presentInScope(server.app, access, scope)).toEqual([one])
})
