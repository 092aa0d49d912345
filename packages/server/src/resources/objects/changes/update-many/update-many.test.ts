import { undoChangeSet } from '@typecase/contract/change-sets'
import { publishObjects, updateObjects } from '@typecase/contract/objects'
import { expect, test } from 'vitest'

import { addOneObject } from '../../../../testing/content.ts'
import { addOwner, addPerson, join } from '../../../../testing/people.ts'
import { usePostsToEdit } from '../bulk-edit/posts-to-edit.fixture.ts'

const world = usePostsToEdit()
const { add, read, jobEnd } = world

const slug = () => world.owner.bucket.slug
const send = (updates: object[], as: { token: string } = world.owner, more: object = {}) =>
  world.server.send(updateObjects, { body: { slug: slug(), updates, ...more } }, as)
const run = async (updates: { object_id: string; data: object; rev?: number }[]) =>
  (await world.server.call(updateObjects, { body: { slug: slug(), updates } }, world.owner)).ok()

test('an update of many objects answers 401 without a session', async () => {
  const post = await add()
  const body = { slug: slug(), updates: [{ object_id: post.id, data: { title: 'New' } }] }
  expect((await world.server.send(updateObjects, { body })).status).toBe(401)
})

test('another tenant gets 404, and a contributor can only update own drafts', async () => {
  const post = await add()
  const update = { object_id: post.id, data: { title: 'New' } }
  expect((await send([update], await addOwner(world.server))).status).toBe(404)
  const contributor = await addPerson(world.server)
  await join(world.server, contributor, world.owner, 'contributor')
  const contributorObject = await addOneObject(
    world.server,
    world.owner,
    { type: 'posts', title: 'Own' },
    contributor,
  )
  const both = [update, { ...update, object_id: contributorObject.id }]
  expect((await send(both, contributor)).ok()).toMatchObject({
    modified: 1,
    failed: [{ object_id: post.id }],
  })
  expect(await read(post.id)).toEqual(post)
  const published = { object_id: contributorObject.id, data: { status: 'published' } }
  expect((await send([published], contributor)).ok()).toMatchObject({
    modified: 0,
    failed: [{ object_id: contributorObject.id }],
  })
})

test('an invalid call answers 400 with the path of the update', async () => {
  const post = await add()
  const update = { object_id: post.id, data: { title: 'New' } }
  const paths = async (updates: object[]) => {
    const answer = await send(updates)
    expect(answer.status).toBe(400)
    return answer.error().details?.map(({ path }) => path)
  }
  expect(await paths([])).toEqual(['updates'])
  expect(await paths([{ ...update, object_id: 'x' }])).toEqual(['updates.0.object_id'])
  expect(await paths([update, { ...update, data: { titel: '' } }])).toEqual([
    'updates.1.data.titel',
  ])
  expect(await paths([update, update])).toEqual(['updates.1.object_id'])
  expect(await paths(Array.from({ length: 1001 }, () => update))).toEqual(['updates'])
  expect(await read(post.id)).toEqual(post)
})

test('each object gets its own values, and one undo reverts all of them', async () => {
  const [one, two] = [await add({ summary: 'A', price: 1 }), await add({ summary: 'B', price: 2 })]
  const answer = await run([
    { object_id: one.id, rev: one.rev, data: { title: 'First', metadata: { price: 10 } } },
    { object_id: two.id, rev: two.rev, data: { metadata: { summary: 'C', tags: ['red'] } } },
  ])
  expect(answer).toMatchObject({ matched: 2, modified: 2, failed: [] })
  expect(await read(one.id)).toMatchObject({
    title: 'First',
    metadata: { summary: 'A', price: 10 },
  })
  expect(await read(two.id)).toMatchObject({ metadata: { summary: 'C', price: 2, tags: ['red'] } })
  const undo = { slug: slug(), change_set_id: answer.change_set_id ?? '' }
  await world.server.call(undoChangeSet, { body: undo }, world.owner)
  expect((await read(one.id)).title).toBe(one.title)
  expect((await read(two.id)).metadata).toEqual(two.metadata)
})

test('a dry run changes nothing', async () => {
  const post = await add({ price: 1 })
  const update = { object_id: post.id, data: { metadata: { price: 2 } } }
  expect((await send([update], world.owner, { dry_run: true })).ok()).toMatchObject({
    modified: 1,
    sample: [{ object_id: post.id, after: 2 }],
  })
  expect(await read(post.id)).toEqual(post)
})

test('invalid updates, stale updates and missing objects are skipped with the reason', async () => {
  const [bad, stale, fine] = [await add(), await add(), await add()]
  const none = '0'.repeat(24)
  await run([{ object_id: stale.id, data: { title: 'Theirs' } }])
  const answer = await run([
    { object_id: bad.id, data: { metadata: { price: -1 } } },
    { object_id: stale.id, rev: stale.rev, data: { title: 'Mine' } },
    { object_id: none, data: { title: 'X' } },
    { object_id: fine.id, data: { title: 'Fine' } },
  ])
  expect(answer).toMatchObject({ modified: 1 })
  expect(answer.failed?.map(({ object_id: id, reason }) => [id, reason])).toEqual([
    [bad.id, expect.stringContaining('at least 0')],
    [stale.id, 'Someone else has changed it since.'],
    [none, 'This object no longer exists.'],
  ])
  expect((await read(stale.id)).title).toBe('Theirs')
})

test('a unique value is given once within the call', async () => {
  const [one, two] = [await add(), await add()]
  const data = { metadata: { code: 'same' } }
  const answer = await run([one, two].map(({ id }) => ({ object_id: id, data })))
  expect(answer).toMatchObject({ modified: 1, failed: [{ object_id: two.id }] })
})

test('an update can save a draft over a published version', async () => {
  const post = await add({ summary: 'Public' })
  const body = { slug: slug(), object_ids: [post.id] }
  await world.server.call(publishObjects, { body }, world.owner)
  await run([{ object_id: post.id, data: { status: 'draft', title: 'Draft' } }])
  expect(await read(post.id)).toMatchObject({
    title: 'Draft',
    status: 'draft',
    main_object_status: 'published',
  })
})

test('an update of more than 100 objects is done by a job, and one undo reverts all of them', async () => {
  const posts = await Promise.all(Array.from({ length: 101 }, () => add()))
  const answer = await send(
    posts.map(({ id }, index) => ({ object_id: id, data: { title: `Row ${index}` } })),
  )
  expect(answer.status).toBe(202)
  const { job } = answer.ok() as { job: { id: string } }
  const end = await jobEnd(job.id)
  expect(end).toMatchObject({ status: 'done', done: 101, failed: 0 })
  const titles = () => Promise.all(posts.map(async ({ id }) => (await read(id)).title))
  expect(await titles()).toEqual(posts.map((_, index) => `Row ${index}`))
  const undo = { slug: slug(), change_set_id: end.change_set_id ?? '' }
  const undone = (await world.server.call(undoChangeSet, { body: undo }, world.owner)).ok()
  expect(await jobEnd(undone.job?.id)).toMatchObject({ status: 'done', done: 101, failed: 0 })
  expect(await titles()).toEqual(posts.map(({ title }) => title))
})
