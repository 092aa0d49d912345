import { updateBucket } from '@typecase/contract/buckets'
import { undoChangeSet } from '@typecase/contract/change-sets'
import { updateMedia } from '@typecase/contract/media'
import {
  deleteObjects,
  publishObjects,
  unpublishObjects,
  updateObject,
} from '@typecase/contract/objects'
import { deleteObjectType, updateObjectType } from '@typecase/contract/object-types'
import { addPreviewToken, PREVIEW_TOKEN_MINUTES } from '@typecase/contract/preview-tokens'
import { EXTENSION_HEADER } from '@typecase/contract/product'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { addManyObjects, addOneObject, addType } from '../../testing/content.ts'
import { countStatements } from '../../testing/count-statements.ts'
import { addMedia } from '../../testing/media.ts'
import { addOwner, type Owner } from '../../testing/people.ts'
import { createTestClock, type TestClock } from '../../testing/test-clock.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { type LiveStream, readLive } from '../testing/live-stream.ts'

let server: TestServer
let clock: TestClock
let owner: Owner
let origin: string
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  clock = createTestClock()
  server = await startTestServer({ TRUSTED_PROXIES: '127.0.0.1' }, { clock })
  origin = await server.http.listen({ port: 0, host: '127.0.0.1' })
  owner = await addOwner(server)
  await addType(server, owner, 'posts')
})
afterEach(async () => {
  vi.useRealTimers()
  server.http.server.closeAllConnections()
  await server.remove()
})

const address = (slug = owner.bucket.slug) => `${origin}/v3/buckets/${slug}/objects/live`
const send = (headers: Record<string, string> = {}, key = owner.bucket.api_access.read_key) =>
  fetch(address(), { headers: { authorization: `Bearer ${key}`, ...headers } })
const open = async (...from: Parameters<typeof send>) => readLive(await send(...from))
const passPing = () => vi.advanceTimersByTime(15_000)

/** Untyped, since the endpoints check the body. */
const body = (more: object) => ({ slug: owner.bucket.slug, ...more }) as never
const addPost = (title: string, status: 'draft' | 'published' = 'published') =>
  addOneObject(server, owner, { type: 'posts', title, status })
const edit = async (id: string, data: object) =>
  (await server.call(updateObject, { body: body({ object_id: id, data }) }, owner)).ok()

/** Acts and waits for the event of the change, so that the next change gets another event. */
async function next(stream: LiveStream, act: () => Promise<unknown>) {
  const count = stream.events().length
  await act()
  return (await stream.atLeast(count + 1)).at(-1)
}

test('the live stream requires a key of the bucket', async () => {
  const noKey = await fetch(address())
  expect(noKey.status).toBe(401)
  expect(noKey.headers.get('access-control-allow-origin')).toBe('*')
  expect((await send({}, 'wrong')).status).toBe(401)
  const other = await addOwner(server)
  expect((await send({}, other.bucket.api_access.read_key)).status).toBe(401)
  expect((await fetch(address('missing'))).status).toBe(404)
})

test('the live stream is closed to extensions', async () => {
  expect((await send({ [EXTENSION_HEADER]: 'words' })).status).toBe(403)
})

test('the live stream accepts no other parameters', async () => {
  const { read_key } = owner.bucket.api_access
  const answer = await fetch(`${address()}?read_key=${read_key}&type=posts`)
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ details: [{ path: 'type' }] })
})

test('the live stream begins with the position and reports each change of published content', async () => {
  const { read_key } = owner.bucket.api_access
  const response = await fetch(`${address()}?read_key=${read_key}`)
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  expect(response.headers.get('cache-control')).toContain('no-store')
  expect(response.headers.get('content-encoding')).toBeNull()
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
  const stream = await readLive(response)
  expect(stream.text()).toMatch(/^retry: [2-4]\d{3}\nid: \d+\n\n$/)

  const post = await addPost('One', 'draft')
  const { id } = post
  const object = { id, type: 'posts', slug: 'one', locale: null }
  const ids = body({ object_ids: [id] })
  const published = await next(stream, () => server.call(publishObjects, { body: ids }, owner))
  expect(published).toEqual({
    version: Number(stream.lastId()),
    types: ['posts'],
    objects: [{ ...object, change: 'published' }],
  })
  // Saving a draft of a published object is no change.
  await edit(id, { title: 'Two', status: 'draft' })
  const renamed = { title: 'Two', slug: 'two', status: 'published' }
  const changed = { ...object, slug: 'two', former_slug: 'one', change: 'changed' }
  expect((await next(stream, () => edit(id, renamed)))?.objects).toEqual([changed])
  const gone = { ...object, slug: 'two' }
  const unpublish = () => server.call(unpublishObjects, { body: ids }, owner)
  expect((await next(stream, unpublish))?.objects).toEqual([{ ...gone, change: 'unpublished' }])
  await next(stream, () => server.call(publishObjects, { body: ids }, owner))
  let changeSet: string | null | undefined
  const trash = async () => {
    changeSet = (await server.call(deleteObjects, { body: ids }, owner)).ok().change_set_id
  }
  expect((await next(stream, trash))?.objects).toEqual([{ ...gone, change: 'deleted' }])
  const undo = () => server.call(undoChangeSet, { body: body({ change_set_id: changeSet }) }, owner)
  expect((await next(stream, undo))?.objects).toEqual([{ ...gone, change: 'restored' }])
  expect(stream.events()).toHaveLength(6)
})

test('the live stream reports neither drafts nor changes in other buckets', async () => {
  const stream = await open()
  const other = await addOwner(server)
  await addType(server, other, 'posts')
  await addOneObject(server, other, { type: 'posts', title: 'Theirs', status: 'published' })
  const draft = await addPost('Draft', 'draft')
  await edit(draft.id, { title: 'Still a draft' })
  const { id } = await addPost('Mine')
  const [first] = await stream.atLeast(1)
  expect(first?.objects?.map((object) => object.id)).toEqual([id])
  // One position is that of the greeting, the other that of the change after the drafts.
  expect(stream.text().match(/^id: /gm)).toHaveLength(2)
})

test('a bulk change is reported once, at its end, with the object types alone', async () => {
  const object_ids = await addManyObjects(server, owner, 'posts', 2000)
  const stream = await open()
  ;(await server.call(publishObjects, { body: body({ object_ids }) }, owner)).ok()
  const events = await stream.atLeast(1)
  await addPost('After it')
  await stream.atLeast(2)
  expect(events).toHaveLength(1)
  expect(events[0]).toMatchObject({ objects: null, types: ['posts'] })
  expect(stream.events()[1]?.objects).toHaveLength(1)
})

test('the changes of a job are reported after a while even if its end is not heard', async () => {
  const stream = await open()
  const change = { objects: null, types: ['posts'], version: 99, job_id: 'a'.repeat(24) }
  server.app.events.publish(owner.bucket.id, { kind: 'live', ...change })
  passPing()
  passPing()
  expect((await stream.atLeast(1))[0]).toEqual({ objects: null, types: ['posts'], version: 99 })
})

test('a changed object type is reported by its slug, and a changed file as a change of anything', async () => {
  const [mediaId] = await addMedia(server, owner, [{}])
  const stream = await open()
  const type = body({ type_slug: 'posts', data: { title: 'Articles' } })
  const rename = () => server.call(updateObjectType, { body: type }, owner)
  expect(await next(stream, rename)).toMatchObject({ objects: null, types: ['posts'] })
  const query = { slug: owner.bucket.slug, type_slug: 'posts' }
  const drop = () => server.call(deleteObjectType, { query }, owner)
  expect(await next(stream, drop)).toMatchObject({ objects: null, types: ['posts'] })
  const file = body({ media_id: mediaId, data: { alt_text: 'A lamp' } })
  const describe = () => server.call(updateMedia, { body: file }, owner)
  expect(await next(stream, describe)).toMatchObject({ objects: null, types: null })
})

test('a client that reconnects learns whether something changed in the meantime', async () => {
  const first = await open()
  const { id } = await addPost('One')
  await first.atLeast(1)
  const at = first.lastId() ?? ''
  await first.close()
  const unchanged = await open({ 'last-event-id': at })
  expect(unchanged.events()).toEqual([])
  await edit(id, { title: 'Two', status: 'published' })
  // Until the server has learnt of the edit, it would stream it as a live event to a client that reconnects.
  await unchanged.atLeast(1)
  for (const position of [at, '9999', 'nonsense', '']) {
    const missed = await open({ 'last-event-id': position })
    const [event] = await missed.atLeast(1)
    expect(event).toMatchObject({ objects: null, types: null })
    expect(missed.lastId()).toBe(String(event?.version))
  }
})

test('a heartbeat contains the position, which drafts have moved', async () => {
  const stream = await open()
  const before = Number(stream.lastId())
  await addPost('Draft', 'draft')
  passPing()
  await waitFor(stream.text, (text) => text.includes(': ping'))
  expect(Number(stream.lastId())).toBeGreaterThan(before)
  expect(stream.events()).toEqual([])
})

test('the live stream ends at the next heartbeat after its key was replaced', async () => {
  const token = body({})
  const newToken = await server.call(addPreviewToken, { body: token }, owner)
  const streams = [await open(), await open({}, newToken.ok().token)]
  const write = await open({}, owner.bucket.api_access.write_key)
  const data = {
    reset_api_access_keys: ['read', 'preview'],
    former_key_hours: { read: 0, preview: 0 },
  }
  ;(await server.call(updateBucket, { body: body({ data }) }, owner)).ok()
  passPing()
  for (const stream of streams) await waitFor(stream.isOver, Boolean)
  passPing()
  await waitFor(write.text, (text) => text.includes(': ping'))
  expect(write.isOver()).toBe(false)
})

test('the live stream ends at the next heartbeat after its preview token or former key has expired', async () => {
  const newToken = await server.call(addPreviewToken, { body: body({}) }, owner)
  const data = { reset_api_access_keys: ['read'], former_key_hours: { read: 1 } }
  ;(await server.call(updateBucket, { body: body({ data }) }, owner)).ok()
  const ofToken = await open({}, newToken.ok().token)
  const ofFormerKey = await open()
  const ofWriteKey = await open({}, owner.bucket.api_access.write_key)
  const all = [ofToken, ofFormerKey, ofWriteKey]
  passPing()
  for (const stream of all) await waitFor(stream.text, (text) => text.includes(': ping'))
  expect(all.map((stream) => stream.isOver())).toEqual([false, false, false])
  clock.advance(Math.max(60, PREVIEW_TOKEN_MINUTES) * 60_000)
  passPing()
  for (const stream of [ofToken, ofFormerKey]) await waitFor(stream.isOver, Boolean)
  await waitFor(ofWriteKey.text, (text) => text.split(': ping').length === 3)
  expect(ofWriteKey.isOver()).toBe(false)
})

test('an event reads nothing from the database, and a heartbeat reads the bucket once for all clients', async () => {
  const readers = await Promise.all(Array.from({ length: 50 }, () => open()))
  const all = (has: (reader: LiveStream) => boolean) => waitFor(() => readers.every(has), Boolean)
  using counter = countStatements(server)
  const ofEvent = await counter.of(async () => {
    const change = { objects: null, types: ['posts'], version: 99 }
    server.app.events.publish(owner.bucket.id, { kind: 'live', ...change })
    await all((reader) => reader.events().length === 1)
  })
  expect(ofEvent).toEqual([])
  const ofPing = await counter.of(async () => {
    passPing()
    await all((reader) => reader.text().includes(': ping'))
  })
  // Other timers run queries too; count only those that read the bucket with its keys.
  const ofBucket = ofPing.filter((text) => text.includes('former_keys'))
  expect(ofBucket.length).toBeLessThanOrEqual(1)
})

test('the live stream is refused to an address with too many, until one of them is closed', async () => {
  const waitedFor = new AbortController().signal
  const { streamsOfAddress } = server.app.admission
  const take = () => streamsOfAddress.enter('127.0.0.1', waitedFor)
  await Promise.all(Array.from({ length: 299 }, take))
  const last = await open()
  const refused = await send()
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  await last.close()
  const reopened = await waitFor(send, ({ status }) => status === 200)
  expect(reopened.headers.get('content-type')).toContain('text/event-stream')
})

test('the live stream is refused to a key with too many from any addresses, until one of them is closed', async () => {
  const waitedFor = new AbortController().signal
  const { streamsOfKey } = server.app.admission
  const take = () => streamsOfKey.enter(`${owner.bucket.id} read`, waitedFor)
  const from = (n: number) => ({ 'x-forwarded-for': `203.0.113.${n}` })
  const [first] = [await open(from(1)), await open(from(2))]
  await Promise.all(Array.from({ length: 1998 }, take))
  expect((await send(from(3))).status).toBe(429)
  expect((await send(from(3), owner.bucket.api_access.write_key)).status).toBe(200)
  await first.close()
  await waitFor(
    () => send(from(3)),
    ({ status }) => status === 200,
  )
})

test('HEAD answers 200 and does not count as an open stream', async () => {
  const { read_key } = owner.bucket.api_access
  const head = await fetch(`${address()}?read_key=${read_key}`, { method: 'HEAD' })
  expect(head.status).toBe(200)
  await waitFor(
    () => server.app.admission.streamsOfKey.running,
    (running) => running === 0,
  )
})

test('the live stream ends when the server stops', async () => {
  const stream = await open()
  server.app.events.close()
  await waitFor(stream.isOver, Boolean)
})
