import { findMetafield, findObject, findObjects } from '@typecase/contract/content'
import { updateBucket } from '@typecase/contract/buckets'
import { newId } from '@typecase/contract/ids'
import { deleteObjects, updateObject } from '@typecase/contract/objects'
import { addPreviewToken } from '@typecase/contract/preview-tokens'
import {
  addRelease,
  addToRelease,
  publishRelease,
  updateRelease,
} from '@typecase/contract/releases'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { addOneObject, addType } from '../testing/content.ts'
import { addOwner, type Owner } from '../testing/people.ts'
import { createTestClock, type TestClock } from '../testing/test-clock.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'
import { type ContentAnswer, readContent } from './testing/read-content.ts'

const HOUR = 3_600_000

let clock: TestClock
let server: TestServer
let owner: Owner
let slug: string

beforeAll(async () => {
  clock = createTestClock()
  server = await startTestServer({}, { clock })
  owner = await addOwner(server)
  slug = owner.bucket.slug
  for (const type of ['people', 'posts'])
    await addType(server, owner, type, [
      { key: 'minutes', type: 'number' },
      { key: 'author', type: 'object', object_type: 'people' },
    ])
})
afterAll(() => server.remove())

const add = async (title: string, more: object = {}) =>
  (await addOneObject(server, owner, { type: 'posts', title, ...more })).id

async function edit(object_id: string, data: object): Promise<void> {
  ;(await server.call(updateObject, { body: { slug, object_id, data } }, owner)).ok()
}

async function releaseOf(object_ids: string[], publish_at: number | null = null): Promise<string> {
  const body = { slug, data: { title: 'Winter', publish_at }, object_ids }
  return (await server.call(addRelease, { body }, owner)).ok().release.id
}

const find = (query: object) =>
  readContent(server, owner, findObjects, {
    read_key: owner.bucket.api_access.preview_key,
    ...query,
  })

/** The titles of some objects, in the order of the response. */
async function titles(ids: readonly string[], query: object): Promise<string[]> {
  const answer = await find({
    query: JSON.stringify({ id: { $in: ids } }),
    sort: 'title',
    ...query,
  })
  if (answer.status === 404) return []
  return (answer.ok() as { objects: ContentAnswer[] }).objects.map(({ title }) => title)
}

const inHours = (count: number) => new Date(clock.now() + count * HOUR).toISOString()

describe('access to a perspective', () => {
  test('is refused with 401 without a key', async () => {
    expect((await find({ read_key: '', at: inHours(1) })).status).toBe(401)
  })

  test('is refused with 403 for the read key, naming the parameter, even in an open bucket', async () => {
    const { read_key } = owner.bucket.api_access
    const refused = (await find({ read_key, release: 'any' })).error()
    expect(refused).toMatchObject({ status: 403, code: 'forbidden' })
    expect(refused.message).toMatch(/^release needs the preview key/)
    expect((await find({ read_key, at: 'soon' })).error().message).toMatch(/^at needs/)
    const setting = async (data: object) =>
      (await server.call(updateBucket, { body: { slug, data } }, owner)).ok()
    await setting({ read_key_reads_drafts: true, reads_without_key: true })
    for (const key of [read_key, ''])
      expect((await find({ read_key: key, at: inHours(1) })).status).toBe(403)
    await setting({ read_key_reads_drafts: false, reads_without_key: false })
    const one = await readContent(
      server,
      owner,
      findObject,
      { at: inHours(1) },
      { id: await add('A') },
    )
    expect(one.status).toBe(403)
  })

  test('is allowed for a preview token and the write key', async () => {
    const { token } = (await server.call(addPreviewToken, { body: { slug } }, owner)).ok()
    const id = await add('Token', { status: 'published' })
    for (const read_key of [token, owner.bucket.api_access.write_key])
      expect(await titles([id], { at: inHours(1), read_key })).toEqual(['Token'])
  })
})

describe('a perspective is refused with 400', () => {
  test('for an invalid or past time', async () => {
    const rule = async (at: string) => (await find({ at })).error().details
    expect(await rule('soon')).toMatchObject([{ path: 'at' }])
    const past = [{ path: 'at', rule: 'min', message: expect.stringContaining('time to come') }]
    expect(await rule(inHours(-1))).toMatchObject(past)
  })

  test('for an unknown release, and in the same way for one of another bucket', async () => {
    const other = await addOwner(server)
    const body = { slug: other.bucket.slug, data: { title: 'Theirs' } }
    const { release: theirs } = (await server.call(addRelease, { body }, other)).ok()
    const details = async (release: string) => (await find({ release })).error().details
    const unknown = await details(newId())
    expect(unknown).toMatchObject([{ path: 'release', rule: 'reference' }])
    expect(await details(theirs.id)).toEqual(unknown)
  })

  test('together with the status of drafts, as a parameter or in the query', async () => {
    const details = [{ path: 'status', rule: 'perspective' }]
    for (const query of [{ status: 'any' }, { status: 'draft' }, { query: '{"status":"draft"}' }])
      expect((await find({ at: inHours(1), ...query })).error()).toMatchObject({
        status: 400,
        details,
      })
    const id = await add('Draft')
    const one = { at: inHours(1), status: 'any', read_key: owner.bucket.api_access.preview_key }
    expect((await readContent(server, owner, findObject, one, { id })).error()).toMatchObject({
      details,
    })
  })
})

test('a release is laid over the published objects, with relations and links', async () => {
  const ada = await add('Ada', { type: 'people', status: 'published', slug: 'ada' })
  const bo = await add('Bo', { type: 'people' })
  const content = `<p><a href="object:${ada}">Ada</a></p>`
  const first = await add('First', { status: 'published', metadata: { author: bo }, content })
  const second = await add('Second', { metadata: { author: ada } })
  await edit(ada, { title: 'Ada L.', slug: 'ada-l', status: 'draft' })
  const release = await releaseOf([ada, bo, second])
  const all = [ada, bo, first, second]
  expect(await titles(all, {})).toEqual(['Ada', 'First'])
  expect(await titles(all, { release })).toEqual(['Ada L.', 'Bo', 'First', 'Second'])
  expect(await titles(all, { release, sort: '-title', limit: 2 })).toEqual(['Second', 'First'])
  const byAuthor = JSON.stringify({ 'metadata.author.title': { $regex: '^Ada L' } })
  expect(await titles(all, { release, query: byAuthor })).toEqual(['Second'])

  const read = async (id: string, query: object) => {
    const parameters = { read_key: owner.bucket.api_access.preview_key, ...query }
    const answer = await readContent(server, owner, findObject, parameters, { id })
    return (answer.ok() as { object: ContentAnswer }).object
  }
  expect(await read(first, { depth: 1 })).toMatchObject({ metadata: { author: null } })
  const object = await read(first, { release, depth: 1 })
  expect(object['content']).toBe('<p><a href="/ada-l">Ada</a></p>')
  expect(object.metadata['author']).toMatchObject({ title: 'Bo', status: 'published' })
  expect(await read(ada, { release })).toMatchObject({ status: 'published', slug: 'ada-l' })
  const parameters = { read_key: owner.bucket.api_access.preview_key, release }
  const field = { id: second, key: 'author' }
  expect((await readContent(server, owner, findMetafield, parameters, field)).ok()).toMatchObject({
    metafield: { value: ada },
  })
})

test('scheduled changes apply in the order of their times, together with releases that are due', async () => {
  const [now, start] = [clock.now(), 2 * HOUR]
  const short = await add('Short', { publish_at: now + start, unpublish_at: now + 2 * start })
  const released = await add('Released')
  const ended = await add('Ended', { status: 'published', unpublish_at: now + start })
  await releaseOf([released], now + 2 * start)
  const all = [short, released, ended]
  expect(await titles(all, { at: inHours(1) })).toEqual(['Ended'])
  expect(await titles(all, { at: inHours(2) })).toEqual(['Short'])
  expect(await titles(all, { at: inHours(4) })).toEqual(['Released'])
  const release = await releaseOf([ended])
  expect(await titles(all, { at: inHours(2), release })).toEqual(['Ended', 'Short'])
  const [object] = (
    (await find({ at: inHours(2), release, query: JSON.stringify({ id: ended }) })).ok() as {
      objects: ContentAnswer[]
    }
  ).objects
  expect(object).toMatchObject({ published_at: inHours(2), unpublish_at: null })
})

describe('a perspective follows', () => {
  test('saved drafts, and objects that are added to the release', async () => {
    const one = await add('One')
    const two = await add('Two', { status: 'published' })
    const release = await releaseOf([one])
    expect(await titles([one, two], { release })).toEqual(['One', 'Two'])
    await edit(one, { title: 'Once' })
    await edit(two, { title: 'Twice', status: 'draft' })
    expect(await titles([one, two], { release })).toEqual(['Once', 'Two'])
    const body = { slug, release_id: release, object_ids: [two] }
    ;(await server.call(addToRelease, { body }, owner)).ok()
    expect(await titles([one, two], { release })).toEqual(['Once', 'Twice'])
  })

  test('deletions and time, and keeps schedules that have been carried out', async () => {
    const scheduled = await add('Kept', { publish_at: clock.now() + HOUR })
    const gone = await add('Gone', { publish_at: clock.now() + HOUR })
    expect(await titles([scheduled, gone], { at: inHours(1) })).toEqual(['Gone', 'Kept'])
    ;(await server.call(deleteObjects, { body: { slug, object_ids: [gone] } }, owner)).ok()
    expect(await titles([scheduled, gone], { at: inHours(1) })).toEqual(['Kept'])
    clock.advance(HOUR)
    expect(await titles([scheduled, gone], { at: inHours(1) })).toEqual(['Kept'])
  })

  test('the publication of the release, without its later drafts', async () => {
    const id = await add('Early')
    const release = await releaseOf([id])
    const body = { slug, release_id: release }
    await server.call(publishRelease, { body }, owner)
    await expect.poll(() => titles([id], {}), { timeout: 10_000 }).toEqual(['Early'])
    await edit(id, { title: 'Late', status: 'draft' })
    expect(await titles([id], { release })).toEqual(['Early'])
  })

  test('a new time of the release', async () => {
    const id = await add('Moved')
    const release = await releaseOf([id], clock.now() + HOUR)
    expect(await titles([id], { at: inHours(1) })).toEqual(['Moved'])
    const body = { slug, release_id: release, data: { publish_at: clock.now() + 3 * HOUR } }
    ;(await server.call(updateRelease, { body }, owner)).ok()
    expect(await titles([id], { at: inHours(1) })).toEqual([])
    expect(await titles([id], { at: inHours(3) })).toEqual(['Moved'])
  })
})

test('an answer in a perspective is not cached', async () => {
  const read_key = owner.bucket.api_access.preview_key
  const url = `/v3/buckets/${slug}/objects`
  const answer = await server.http.inject({ url, query: { read_key, at: inHours(9) } })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers).toMatchObject({ 'cache-control': 'no-store' })
  expect(answer.headers['etag']).toBe(undefined)
})

describe('a revision', () => {
  const inRevision = async (revision: string, id: string, query: object = {}) =>
    (
      (await find({ revision, query: JSON.stringify({ id }), ...query })).ok() as {
        objects: ContentAnswer[]
      }
    ).objects

  /** Adds a post that was drafted, published and changed: its revisions are 1 and 2. */
  async function post(type = 'posts'): Promise<string> {
    const id = await add('First', { type, status: 'draft', metadata: { minutes: 1 } })
    await edit(id, { title: 'Second', status: 'published', metadata: { minutes: 2 } })
    await edit(id, { title: 'Third', slug: `third-${id}`, metadata: { minutes: 3 } })
    return id
  }

  test('answers 403 for the read key, and 400 if it is invalid or next to another version', async () => {
    const id = await post()
    const { read_key } = owner.bucket.api_access
    expect((await find({ read_key, revision: `${id}.1` })).error().message).toMatch(
      /^revision needs/,
    )
    for (const query of [
      { revision: 'x' },
      { revision: `${id}.99` },
      { revision: `${id}.1`, at: inHours(1) },
      { revision: `${id}.1`, status: 'any' },
    ])
      expect((await find(query)).error()).toMatchObject({
        status: 400,
        details: [{ path: 'revision' }],
      })
    const other = await addOwner(server)
    const answer = await readContent(server, other, findObjects, {
      read_key: other.bucket.api_access.preview_key,
      revision: `${id}.1`,
    })
    expect(answer.error()).toMatchObject({ status: 400, details: [{ path: 'revision' }] })
  })

  test('is shown at the current address of its object, in lists, alone and in relations', async () => {
    const id = await post('people')
    const reader = await add('Reader', { status: 'published', metadata: { author: id } })
    const [first] = await inRevision(`${id}.1`, id)
    expect(first).toMatchObject({ title: 'First', slug: `third-${id}`, metadata: { minutes: 1 } })
    const [second] = await inRevision(`${id}.2`, id, { props: 'title,metadata.minutes' })
    expect(second).toEqual({ title: 'Second', metadata: { minutes: 2 } })
    const key = { read_key: owner.bucket.api_access.preview_key }
    const one = await readContent(
      server,
      owner,
      findObject,
      { ...key, revision: `${id}.1` },
      { id },
    )
    expect(one.ok()).toMatchObject({ object: { title: 'First' } })
    const [related] = await inRevision(`${id}.1`, reader, { depth: 1 })
    expect(related?.metadata['author']).toMatchObject({ title: 'First' })
  })

  test('leaves all other objects in their public versions', async () => {
    const id = await post()
    const draft = await add('Draft', { status: 'draft' })
    const published = await add('Public', { status: 'published' })
    expect(await titles([id, draft, published], { revision: `${id}.1` })).toEqual([
      'Public',
      'First',
    ])
  })
})
