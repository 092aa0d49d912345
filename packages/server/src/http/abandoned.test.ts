import { once } from 'node:events'
import { connect } from 'node:net'

import { getBucket } from '@typecase/contract/buckets'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { LiveIndex } from '../columns/live-index.ts'
import { addManyObjects, addType } from '../testing/content.ts'
import { addOwner, type Owner } from '../testing/people.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'
import { waitFor } from '../testing/wait-for.ts'

const waitedFor = new AbortController().signal

let server: TestServer
let origin: string
let owner: Owner
let key: string
beforeEach(async () => {
  server = await startTestServer()
  origin = await server.http.listen({ port: 0, host: '127.0.0.1' })
  owner = await addOwner(server)
  const { slug } = owner.bucket
  await addType(server, owner, 'posts', [{ key: 'text', type: 'text' }])
  await addManyObjects(server, owner, 'posts', 3, (n) => ({ metadata: `{"text":"text ${n}"}` }))
  const { bucket } = (await server.call(getBucket, { query: { slug } }, owner)).ok()
  key = bucket.api_access.preview_key
})
afterEach(() => {
  vi.restoreAllMocks()
  return server.remove()
})

/** Requests data that is in no cached response. */
const scan = (marker: string, signal?: AbortSignal) => {
  const query = JSON.stringify({ 'metadata.text': { $regex: marker } })
  const parameters = new URLSearchParams({ query, read_key: key, status: 'any' })
  const url = `${origin}/v3/buckets/${owner.bucket.slug}/objects?${parameters}`
  return fetch(url, signal && { signal })
}

const listed = (marker: string, signal?: AbortSignal) => {
  const query = JSON.stringify({ 'metadata.text': { $regex: marker } })
  const parameters = new URLSearchParams({ slug: owner.bucket.slug, query })
  const headers = { authorization: `Bearer ${owner.token}` }
  return fetch(`${origin}/v3/objects/list?${parameters}`, { headers, ...(signal && { signal }) })
}

/** Records queries. @returns a function that lists those since the call */
function watchQueries(): () => string {
  const spy = vi.spyOn(LiveIndex.prototype, 'match')
  const before = spy.mock.calls.length
  return () => JSON.stringify(spy.mock.calls.slice(before).map(([query]) => query))
}

/** Takes all slots of a lane. @returns a function that releases them */
async function fill(lane: string): Promise<() => void> {
  const admission: (() => void)[] = []
  for (;;) {
    const trying = new AbortController()
    const pass = server.app.admission.longReads.enter(lane, trying.signal)
    const settled = await Promise.race([
      pass,
      new Promise<void>((resolve) => setImmediate(resolve)),
    ])
    if (settled) admission.push(settled)
    else {
      trying.abort()
      await pass.catch(() => {})
      return () => admission.forEach((leave) => leave())
    }
  }
}

/** Waits until the server has received `count` requests. */
const arrived = (count: number) =>
  waitFor(
    () => server.app.traffic.count,
    (seen) => seen >= count,
  )

test.each([
  ['content API', () => `key ${owner.bucket.id}`, scan],
  ['dashboard', () => owner.bucket.slug, listed],
] as const)(
  '%s: a query whose connection is closed before its turn never runs',
  async (_api, lane, ask) => {
    const ran = watchQueries()
    const leave = await fill(lane())
    const before = server.app.traffic.count
    const leaving = new AbortController()
    const abandoned = Array.from({ length: 20 }, (_, n) =>
      ask(`abandoned${n}`, leaving.signal).catch(() => 'left'),
    )
    const running = ask('text 1')
    await arrived(before + 21)
    leaving.abort()
    expect(new Set(await Promise.all(abandoned))).toEqual(new Set(['left']))
    await waitFor(
      () => openConnections(),
      (open) => open === 1,
    )
    leave()
    expect((await running).status).toBe(200)
    expect(ran()).toContain('text 1')
    expect(ran()).not.toContain('abandoned')
  },
)

const openConnections = () =>
  new Promise<number>((resolve, reject) => {
    server.http.server.getConnections((error, count) => (error ? reject(error) : resolve(count)))
  })

test('a bucket with all slots taken delays neither other buckets nor its own quick reads', async () => {
  const leave = await fill(`key ${owner.bucket.id}`)
  const waiting = scan('text 1')
  const headers = { authorization: `Bearer ${owner.token}` }
  const quick = await fetch(`${origin}/v3/objects/list?slug=${owner.bucket.slug}`, { headers })
  expect(quick.status).toBe(200)
  expect((await listed('text 2')).status).toBe(200)
  leave()
  expect((await waiting).status).toBe(200)
})

test('a bucket with too many queries waiting gets 429', async () => {
  const lane = `key ${owner.bucket.id}`
  const leave = await fill(lane)
  const leaving = new AbortController()
  const { longReads } = server.app.admission
  const waiting = Array.from({ length: 200 }, () => longReads.enter(lane, leaving.signal))
  const refused = await scan('text 1')
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await refused.json()).toMatchObject({ code: 'limited' })
  expect((await listed('text 1')).status).toBe(200)
  leaving.abort()
  await Promise.allSettled(waiting)
  leave()
  expect((await scan('text 1')).status).toBe(200)
})

test('an answer of the content API that its client does not read keeps its slot until the connection closes', async () => {
  await addType(server, owner, 'pages')
  await addManyObjects(server, owner, 'pages', 15, () => ({ content: 'x'.repeat(1_000_000) }))
  const { contentReads } = server.app.admission
  const lane = `${owner.bucket.id} read 127.0.0.1`
  await Promise.all(Array.from({ length: 7 }, () => contentReads.enter(lane, waitedFor)))
  const parameters = new URLSearchParams({ type: 'pages', read_key: key, status: 'any' })
  const client = connect(Number(new URL(origin).port), '127.0.0.1')
  client.write(
    `GET /v3/buckets/${owner.bucket.slug}/objects?${parameters} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
  )
  // The system takes some of the 15 MB, but not all of them.
  const [start] = (await once(client, 'data')) as [Buffer]
  client.pause()
  expect(start.toString('latin1')).toMatch(/^HTTP\/1\.1 200 /)
  const waiting = scan('text 1')
  await waitFor(
    () => contentReads.waiting,
    (count) => count === 1,
  )
  client.destroy()
  expect((await waiting).status).toBe(200)
})

test('a request to the content API waits until its key and address have a free slot', async () => {
  const lane = `${owner.bucket.id} read 127.0.0.1`
  const { contentReads } = server.app.admission
  const admission = await Promise.all(
    Array.from({ length: 8 }, () => contentReads.enter(lane, waitedFor)),
  )
  const ran = watchQueries()
  const before = server.app.traffic.count
  const waiting = scan('text 1')
  await arrived(before + 1)
  expect(ran()).not.toContain('text 1')
  for (const leave of admission) leave()
  expect((await waiting).status).toBe(200)
  // Each response that was sent released its slot.
  for (let n = 0; n < 20; n += 1) expect((await scan(`text 1|none ${n}`)).status).toBe(200)
})
