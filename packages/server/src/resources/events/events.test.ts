import type { BucketEvent } from '@typecase/contract/events'
import { bucketEvents } from '@typecase/contract/events'
import { moveProject } from '@typecase/contract/projects'
import { addObjectType } from '@typecase/contract/object-types'
import { endSession, listSessions } from '@typecase/contract/sessions'
import {
  deleteProjectMember,
  updateProjectMember,
  updateWorkspaceMember,
} from '@typecase/contract/teams'
import { logout } from '@typecase/contract/users'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { signInAgain } from '../../testing/billing.ts'
import {
  addOwner,
  addPerson,
  addWorkspaceOf,
  join,
  joinWorkspace,
  type Owner,
  type Person,
} from '../../testing/people.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { waitFor } from '../../testing/wait-for.ts'

let server: TestServer
let owner: Owner
let origin: string
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  server = await startTestServer()
  origin = await server.http.listen({ port: 0, host: '127.0.0.1' })
  owner = await addOwner(server)
})
afterEach(async () => {
  vi.useRealTimers()
  // The client also opens connections that it never uses.
  server.http.server.closeAllConnections()
  await server.remove()
})

const open = (as: { token?: string } = owner, slug = owner.bucket.slug) =>
  fetch(`${origin}/v3/events?slug=${slug}`, {
    headers: {
      'accept-encoding': 'gzip, br',
      ...(as.token && { authorization: `Bearer ${as.token}` }),
    },
  })

/** Reads events one by one; undefined when the stream has ended. */
function eventsOf(response: Response): () => Promise<BucketEvent | undefined> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  return async () => {
    while (!text.includes('\n\n')) {
      const chunk = await reader?.read()
      if (!chunk || chunk.done) return undefined
      text += chunk.value
    }
    const [event = ''] = text.split('\n\n', 1)
    text = text.slice(event.length + 2)
    const { kind, data } = /^event: (?<kind>\w+)\ndata: (?<data>.*)$/.exec(event)?.groups ?? {}
    const read = JSON.parse(data ?? 'null') as BucketEvent
    expect(read.kind).toBe(kind)
    return read
  }
}

const passPing = () => vi.advanceTimersByTime(15_000)

const addType = () =>
  server.call(addObjectType, { body: { slug: owner.bucket.slug, data: { title: 'T' } } }, owner)

async function member(): Promise<Person> {
  const person = await addPerson(server)
  await join(server, person, owner, 'editor')
  return person
}

test('an event stream returns 401 without a session, 404 to a stranger and 400 without a slug', async () => {
  expect((await open({})).status).toBe(401)
  expect((await open({ token: 'wrong' })).status).toBe(401)
  expect((await open(await addPerson(server))).status).toBe(404)
  expect((await server.send(bucketEvents, {}, owner)).status).toBe(400)
})

test('an event stream starts with the version and reports every write, uncompressed', async () => {
  const response = await open()
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  expect(response.headers.get('content-encoding')).toBeNull()
  expect(response.headers.get('cache-control')).toContain('no-store')
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  const next = eventsOf(response)
  expect(await next()).toEqual({ kind: 'version', version: owner.bucket.version })
  await addType()
  expect(await next()).toEqual({ kind: 'version', version: owner.bucket.version + 1 })
})

test('an event stream omits failed writes and the events of other buckets', async () => {
  const next = eventsOf(await open())
  await next()
  const body = { slug: owner.bucket.slug, data: { title: 'T', folder: 'none' } }
  expect((await server.call(addObjectType, { body }, owner)).status).toBe(400)
  const other = await addOwner(server)
  server.app.events.publish(other.bucket.id, { kind: 'version', version: 99 })
  await addType()
  expect(await next()).toEqual({ kind: 'version', version: owner.bucket.version + 1 })
})

test('an event stream pings every 15 seconds', async () => {
  const next = eventsOf(await open())
  await next()
  passPing()
  expect(await next()).toMatchObject({ kind: 'ping' })
  passPing()
  expect(await next()).toMatchObject({ kind: 'ping' })
})

test('an event stream ends as soon as its session ends', async () => {
  const person = await member()
  const next = eventsOf(await open(person))
  const other = eventsOf(await open())
  await next()
  await other()
  await server.app.db.write((write) => server.app.sessions.endAll(write, person.id), 'serializable')
  expect(await next()).toBeUndefined()
  await addType()
  expect(await other()).toMatchObject({ kind: 'version' })
})

test('an event stream ends at sign-out', async () => {
  const person = await member()
  const next = eventsOf(await open(person))
  await next()
  ;(await server.call(logout, {}, person)).ok()
  expect(await next()).toBeUndefined()
})

test('an event stream ends when its session is ended from another session, whose stream continues', async () => {
  const person = await member()
  const next = eventsOf(await open(person))
  await next()
  const elsewhere = await signInAgain(server, person)
  const other = eventsOf(await open(elsewhere))
  await other()
  const { sessions } = (await server.call(listSessions, {}, elsewhere)).ok()
  const body = { session_id: sessions.find(({ is_current }) => !is_current)?.id ?? '' }
  ;(await server.call(endSession, { body }, elsewhere)).ok()
  expect(await next()).toBeUndefined()
  await addType()
  expect(await other()).toMatchObject({ kind: 'version' })
})

test('a session with 30 event streams gets 429 until one of them is closed', async () => {
  const responses = await Promise.all(Array.from({ length: 30 }, () => open()))
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
  const refused = await open()
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await open(await member())).status).toBe(200)
  await responses[0]?.body?.cancel()
  const reopened = await waitFor(open, ({ status }) => status === 200)
  expect(reopened.headers.get('content-type')).toContain('text/event-stream')
})

test('an address with 300 event streams gets 429 in every session until one of them is closed', async () => {
  const waitedFor = new AbortController().signal
  const { streamsOfAddress } = server.app.admission
  const take = () => streamsOfAddress.enter('127.0.0.1', waitedFor)
  const openings = await Promise.all(Array.from({ length: 300 }, take))
  expect((await open()).status).toBe(429)
  expect((await open(await member())).status).toBe(429)
  openings[0]?.()
  expect((await open()).status).toBe(200)
})

test('an event stream ends at the next ping after its reader has lost access', async () => {
  const person = await member()
  const next = eventsOf(await open(person))
  await next()
  await server.app.db.write(
    ({ db }) => db.deleteFrom('bucket_members').where('user_id', '=', person.id).execute(),
    'serializable',
  )
  passPing()
  expect(await next()).toBeUndefined()
})

test('an event stream ends as soon as its reader is removed from the project', async () => {
  const person = await member()
  const next = eventsOf(await open(person))
  const other = eventsOf(await open())
  await next()
  await other()
  const query = { project_id: owner.project.id, user_id: person.id }
  ;(await server.call(deleteProjectMember, { query }, owner)).ok()
  expect(await next()).toBeUndefined()
  expect((await open(person)).status).toBe(403)
  // Other streams receive no event about it.
  await addType()
  expect(await other()).toMatchObject({ kind: 'version' })
})

test('an event stream reports a changed role at once, and ends when the role is removed', async () => {
  const person = await member()
  const next = eventsOf(await open(person))
  await next()
  const bucket_roles = [{ bucket_id: owner.bucket.id, role: 'contributor' as const }]
  const body = { project_id: owner.project.id, user_id: person.id, bucket_roles }
  ;(await server.call(updateProjectMember, { body }, owner)).ok()
  expect(await next()).toEqual({ kind: 'access', user_ids: [person.id] })
  const none = { ...body, bucket_roles: [] }
  ;(await server.call(updateProjectMember, { body: none }, owner)).ok()
  expect(await next()).toBeUndefined()
})

test('an event stream ends when the workspace no longer gives its reader access', async () => {
  const workspace = await addWorkspaceOf(server, owner)
  const person = await addPerson(server)
  await joinWorkspace(server, person, workspace, 'manager')
  const move = { project_id: owner.project.id, workspace_id: workspace.id }
  ;(await server.call(moveProject, { body: move }, owner)).ok()
  for (const end of [
    async () => {
      const body = { workspace_id: workspace.id, user_id: person.id, role: 'user' as const }
      ;(await server.call(updateWorkspaceMember, { body }, owner)).ok()
    },
    async () => {
      const body = { workspace_id: workspace.id, user_id: person.id, role: 'manager' as const }
      ;(await server.call(updateWorkspaceMember, { body }, owner)).ok()
      const out = { ...move, workspace_id: 'default' as const }
      ;(await server.call(moveProject, { body: out }, owner)).ok()
    },
  ]) {
    const allowed = { workspace_id: workspace.id, user_id: person.id, role: 'manager' as const }
    ;(await server.call(updateWorkspaceMember, { body: allowed }, owner)).ok()
    const next = eventsOf(await open(person))
    await next()
    await end()
    let event = await next()
    while (event?.kind === 'access') event = await next()
    expect(event).toBeUndefined()
  }
})

test('an event stream ends when the server stops', async () => {
  const next = eventsOf(await open())
  await next()
  const ended = next()
  server.app.events.close()
  expect(await ended).toBeUndefined()
})

test('an event stream unsubscribes a reader who disconnects', async () => {
  const unsubscribed = vi.fn<() => void>()
  const { subscribe } = server.app.events
  vi.spyOn(server.app.events, 'subscribe').mockImplementation((...args) => {
    const release = subscribe(...args)
    return () => {
      release()
      unsubscribed()
    }
  })
  const response = await open()
  await response.body?.cancel()
  await vi.waitFor(() => expect(unsubscribed).toHaveBeenCalled(), 10_000)
})
