import { undoChangeSet } from '@typecase/contract/change-sets'
import { newId } from '@typecase/contract/ids'
import { missingObjects, replaceReference } from '@typecase/contract/object-references'
import {
  type BulkResult,
  deleteObjects,
  listObjects,
  updateObject,
} from '@typecase/contract/objects'
import { describe, expect, test } from 'vitest'

import { addOneObject, type FieldInput } from '../../../testing/content.ts'
import { openBucketForJob } from '../../buckets/bucket-access.ts'
import { readObject } from '../store/store.ts'
import { usePosts } from './bulk/posts.fixture.ts'

const author = {
  key: 'author',
  title: 'Author',
  type: 'object',
  object_type: 'people',
} as const
const fields: FieldInput[] = [
  author,
  { key: 'editors', type: 'objects', title: 'Editors' },
  { key: 'seo', type: 'parent', title: 'SEO', children: [author] },
  { key: 'credits', type: 'repeater', title: 'Credits', repeater_fields: [author] },
  { key: 'body', type: 'html-textarea', title: 'Body' },
  { key: 'note', type: 'text', title: 'Note' },
]

describe('objects/replaceReference', () => {
  const world = usePosts(replaceReference, fields)
  const person = (title: string) =>
    addOneObject(world.server, world.owner, { type: 'people', title })
  const run = async (body: object) => (await world.call(body)).ok() as BulkResult
  const slug = () => world.owner.bucket.slug
  const update = async (object_id: string, data: object) =>
    (
      await world.server.call(
        updateObject,
        { body: { slug: slug(), object_id, data } },
        world.owner,
      )
    ).ok()

  test('answers 401 without a session', async () => {
    expect((await world.call({ from: newId(), to: newId() }, {})).status).toBe(401)
  })

  test('answers 404 to another tenant, and skips objects that a contributor may not change', async () => {
    const [ada, bob] = [await person('Ada'), await person('Bob')]
    const body = { from: ada.id, to: bob.id }
    expect((await world.call(body, world.stranger)).status).toBe(404)
    const { id } = await world.add({ author: ada.id }, { status: 'published' })
    const answer = (await world.call(body, world.contributor)).ok()
    expect(answer).toMatchObject({ modified: 0, failed: [{ object_id: id }] })
  })

  test('missing objects are listed for members only', async () => {
    const query = { slug: slug() }
    const ask = (by: { token?: string }) => world.server.send(missingObjects, { query }, by)
    expect((await ask({})).status).toBe(401)
    expect((await ask(world.stranger)).status).toBe(404)
    expect((await ask(world.contributor)).ok()).toEqual({ missing: [], total: 0 })
  })

  test('refuses the same object, and a target that is missing or deleted', async () => {
    const [ada, bob] = [await person('Ada'), await person('Bob')]
    const refusals = (from: string, to: string) => world.refusals({ from, to })
    expect(await refusals(ada.id, ada.id)).toEqual([['to', 'reference']])
    expect(await refusals(ada.id, newId())).toEqual([['to', 'reference']])
    const body = { slug: slug(), object_ids: [bob.id] }
    await world.server.call(deleteObjects, { body }, world.owner)
    expect(await refusals(ada.id, bob.id)).toEqual([['to', 'reference']])
    expect((await world.call({ from: 'x', to: bob.id })).status).toBe(400)
  })

  test('replaces relations at every depth and links in texts, lists no object twice, and can be undone', async () => {
    const [ada, bob] = [await person('Ada'), await person('Bob')]
    const html = (id: string) => `<p><a href="object:${id}#life">She</a> ${ada.id}</p>`
    const values = (id: string) => ({
      author: id,
      seo: { author: id },
      credits: [{ author: bob.id }, { author: id }],
      body: html(id),
      note: ada.id,
    })
    const { id } = await world.add(
      { ...values(ada.id), editors: [bob.id, ada.id] },
      { content: html(ada.id) },
    )
    const plain = await world.add({ note: ada.id })
    const planned = await run({ from: ada.id, to: bob.id, dry_run: true })
    expect(planned).toMatchObject({ matched: 1, modified: 1 })
    expect(planned.sample?.map(({ field }) => field)).toContain('metadata.author')

    const done = await run({ from: ada.id, to: bob.id })
    expect(done).toMatchObject({ matched: 1, modified: 1, failed: [] })
    const after = await world.read(id)
    expect(after.metadata).toMatchObject({ ...values(bob.id), editors: [bob.id] })
    expect(after.content).toBe(html(bob.id))
    expect(await world.read(plain.id)).toEqual(plain)

    const body = { slug: slug(), change_set_id: done.change_set_id ?? '' }
    const undo = await world.server.call(undoChangeSet, { body }, world.owner)
    expect(undo.ok().title).toContain('Replace “Ada” with “Bob” in “Post”')
    expect((await world.read(id)).metadata).toMatchObject(values(ada.id))
  })

  test('changes the published version if only that refers to the object', async () => {
    const [ada, bob] = [await person('Ada'), await person('Bob')]
    const { id } = await world.add({ author: ada.id }, { status: 'published' })
    await update(id, { status: 'draft', metadata: { author: null, note: 'new' } })
    const done = await run({ from: ada.id, to: bob.id, publish: true })
    expect(done).toMatchObject({ matched: 1, modified: 1 })
    const { app } = world.server
    const access = openBucketForJob(world.owner.bucket.id, slug(), world.owner.id)
    const { state } = await readObject(app.db.read, access, id)
    expect(JSON.parse(state.published?.metadata ?? '')).toMatchObject({ author: bob.id })
    expect((await world.read(id)).metadata).toMatchObject({ author: null, note: 'new' })
  })

  test('skips objects whose field does not accept the new object, with the reason', async () => {
    const ada = await person('Ada')
    const post = await world.add()
    const one = await world.add({ author: ada.id }, { title: 'One' })
    const two = await world.add({ editors: [ada.id] }, { title: 'Two' })
    expect(await run({ from: ada.id, to: post.id })).toMatchObject({
      matched: 2,
      modified: 1,
      failed: [{ object_id: one.id, reason: 'Author must be an object of type people' }],
    })
    expect((await world.read(two.id)).metadata).toMatchObject({ editors: [post.id] })
  })

  test('replaces a deleted object, within a scope, and skips excluded objects', async () => {
    const [ada, bob] = [await person('Ada'), await person('Bob')]
    const [one, two, three] = [
      await world.add({ author: ada.id }),
      await world.add({ author: ada.id }),
      await world.add({ author: ada.id }),
    ]
    await world.server.call(
      deleteObjects,
      { body: { slug: slug(), object_ids: [ada.id] } },
      world.owner,
    )
    const broken = async () => {
      const query = { slug: slug(), query: JSON.stringify({ $broken: true }) }
      return (await world.server.call(listObjects, { query }, world.owner)).ok().total
    }
    expect(await broken()).toBe(3)
    const { missing } = (
      await world.server.call(missingObjects, { query: { slug: slug() } }, world.owner)
    ).ok()
    expect(missing).toEqual([{ object_id: ada.id, title: 'Ada', references: 3 }])
    const body = { from: ada.id, to: bob.id }
    expect(await run({ ...body, object_ids: [one.id] })).toMatchObject({ modified: 1 })
    expect(await run({ ...body, exclude_ids: [two.id] })).toMatchObject({ matched: 1, modified: 1 })
    expect((await world.read(three.id)).metadata).toMatchObject({ author: bob.id })
    expect((await world.read(two.id)).metadata).toMatchObject({ author: ada.id })
    expect(await broken()).toBe(1)
  })
})
