import { getBucket } from '@typecase/contract/buckets'
import { newId } from '@typecase/contract/ids'
import { addObject, listObjects } from '@typecase/contract/objects'
import { setPresence } from '@typecase/contract/presence'
import { updateProject } from '@typecase/contract/projects'
import { addObjectType } from '@typecase/contract/object-types'
import { deleteProjectMember } from '@typecase/contract/teams'
import { getUser, logout } from '@typecase/contract/users'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { openBucketForJob } from '../buckets/bucket-access.ts'
import { addOwner, addPerson, join, joinProject, type Owner } from '../../testing/people.ts'
import { readLive } from '../../content-api/testing/live-stream.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { waitFor } from '../../testing/wait-for.ts'
import type { ServerEvent } from './bucket-events.ts'

// Two servers share one database, as behind a proxy that sends a call to either.

let one: TestServer
let other: TestServer
let owner: Owner
let messages: ServerEvent[]

beforeEach(async () => {
  one = await startTestServer()
  other = await startTestServer({ DATA_DIR: one.dataDir })
  owner = await addOwner(one)
  messages = []
  other.app.events.subscribe(owner.bucket.id, (event) => void messages.push(event))
})
afterEach(async () => {
  await other.close()
  await one.remove()
})

const addType = (title: string) =>
  one.call(addObjectType, { body: { slug: owner.bucket.slug, data: { title } } }, owner)

/** Cuts the message connections of both servers: neither receives messages of the other until it reconnects. */
const cutMessages = () =>
  sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'typecase messages'`.execute(
    one.app.db.read,
  )

const heardVersion = (version: number) =>
  waitFor(
    async () => messages,
    (events) => events.some((event) => event.kind === 'version' && event.version >= version),
  )

async function version(): Promise<number> {
  const row = await one.app.db.read
    .selectFrom('buckets')
    .select('version')
    .where('id', '=', owner.bucket.id)
    .executeTakeFirstOrThrow()
  return row.version
}

test('a write on one server is announced and read on the other', async () => {
  const { slug } = owner.bucket
  const typesOnOther = async () =>
    (await other.call(getBucket, { query: { slug } }, owner)).ok().bucket.object_types
  // The other server may keep what it has read.
  expect(await typesOnOther()).toEqual([])
  ;(await addType('Posts')).ok()
  await heardVersion(await version())
  expect(await typesOnOther()).toMatchObject([{ title: 'Posts' }])
})

test('a job runs once on either server, and its end is announced even with many errors', async () => {
  let runs = 0
  const errors = Array.from({ length: 100 }, (_, index) => ({
    object_id: String(index).padStart(24, '0'),
    title: 'A title of some length',
    reason: 'A reason that takes a sentence to tell, and is as long as such sentences are.',
  }))
  for (const { app } of [one, other]) {
    app.jobs.register('tell', async ({ advance }) => {
      runs += 1
      await app.db.write((write) => advance(write, { done: 1, errors }), 'serializable')
    })
  }
  const { id, slug } = owner.bucket
  const jobs = await Promise.all(
    [1, 2, 3].map(() =>
      one.app.db.write(
        (write) =>
          one.app.jobs.enqueue(write, openBucketForJob(id, slug, owner.id), {
            kind: 'tell',
            title: 'Tell',
            payload: null,
            total: 1,
          }),
        'serializable',
      ),
    ),
  )
  const done = await waitFor(
    async () => messages.flatMap((event) => (event.kind === 'job' ? [event.job] : [])),
    (events) =>
      jobs.every((job) => events.some((event) => event.id === job.id && event.status === 'done')),
  )
  expect(done.find(({ status }) => status === 'done')?.errors).toEqual(errors)
  expect(runs).toBe(3)
})

test('a session that ends on one server ends on the other', async () => {
  expect((await other.call(getUser, {}, owner)).status).toBe(200)
  let isNotified = false
  const principal = await other.app.sessions.find(owner.token)
  other.app.sessions.onEnd(principal?.sessionHash ?? '', () => void (isNotified = true))
  ;(await one.call(logout, {}, owner)).ok()
  await waitFor(
    async () => isNotified,
    (event) => event,
  )
  expect((await other.call(getUser, {}, owner)).status).toBe(401)
})

test('a role that is removed on one server is announced and gone on the other', async () => {
  const person = await addPerson(one)
  await join(one, person, owner, 'editor')
  const query = { project_id: owner.project.id, user_id: person.id }
  ;(await one.call(deleteProjectMember, { query }, owner)).ok()
  await waitFor(
    async () => messages,
    (events) => events.some((event) => event.kind === 'access'),
  )
  const { slug } = owner.bucket
  expect((await other.call(getBucket, { query: { slug } }, person)).status).toBe(403)
})

test('presence on one server is announced and returned on the other', async () => {
  ;(await addType('Posts')).ok()
  const { slug } = owner.bucket
  const data = { type: 'posts', title: 'Post' }
  const { object } = (await one.call(addObject, { body: { slug, data } }, owner)).ok()
  const set = (server: TestServer, tab_id: string) =>
    server.call(setPresence, { body: { slug, tab_id, object_id: object.id } }, owner)
  const tab = { user_id: owner.id, tab_id: newId(), field: null }
  ;(await set(one, tab.tab_id)).ok()
  await waitFor(
    async () => messages.filter(({ kind }) => kind === 'presence'),
    (events) => events.length > 0,
  )
  expect((await set(other, newId())).ok().people).toContainEqual(tab)
})

test('only one of two admins who remove each other on two servers succeeds', async () => {
  const person = await addPerson(one)
  await joinProject(one, person, owner, 'admin')
  const remove = (server: TestServer, by: { token: string }, user_id: string) =>
    server.call(deleteProjectMember, { query: { project_id: owner.project.id, user_id } }, by)
  const answers = await Promise.all([
    remove(one, owner, person.id),
    remove(other, person, owner.id),
  ])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403])
})

test('events missed while a server cannot listen arrive when it can listen again', async () => {
  await cutMessages()
  await one.app.db.write(
    ({ db }) =>
      sql`UPDATE buckets SET version = version + 1 WHERE id = ${owner.bucket.id}`.execute(db),
    'serializable',
  )
  await heardVersion(await version())
})

test('a live stream on one server reports what is published on the other, and reports a gap', async () => {
  ;(await addType('Posts')).ok()
  const { slug, api_access } = owner.bucket
  const origin = await other.http.listen({ port: 0, host: '127.0.0.1' })
  const headers = { authorization: `Bearer ${api_access.read_key}` }
  const stream = await readLive(
    await fetch(`${origin}/v3/buckets/${slug}/objects/live`, { headers }),
  )
  const data = { type: 'posts', title: 'Post', status: 'published' as const }
  const { object } = (await one.call(addObject, { body: { slug, data } }, owner)).ok()
  const [event] = await stream.atLeast(1)
  expect(event?.objects).toEqual([
    { id: object.id, type: 'posts', slug: 'post', locale: null, change: 'published' },
  ])
  await cutMessages()
  const [, afterGap] = await stream.atLeast(2)
  expect(afterGap).toMatchObject({ objects: null, types: null })
  other.http.server.closeAllConnections()
})

test('simultaneous changes of a project on two servers do not overwrite each other: one returns 412', async () => {
  const body = (title: string) => ({ id: owner.project.id, data: { title }, rev: 1 })
  const answers = await Promise.all([
    one.send(updateProject, { body: body('One') }, owner),
    other.send(updateProject, { body: body('Other') }, owner),
  ])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412])
})

test('a call that is retried on another server while the first try still runs takes effect once', async () => {
  ;(await addType('Posts')).ok()
  const { id, slug } = owner.bucket
  const caller = { token: owner.token, headers: { 'idempotency-key': 'once' } }
  const add = (server: TestServer, title: string) =>
    server.send(addObject, { body: { slug, data: { type: 'posts', title } } }, caller)
  // Both find nothing under the idempotency key, and wait for the bucket.
  const free = Promise.withResolvers<void>()
  const isHeld = Promise.withResolvers<void>()
  // This write does not take a turn at its own server; otherwise the first attempt would wait there instead of in the
  // database.
  const longWrite = one.app.db.write(async ({ db }) => {
    await sql`SELECT 1 FROM buckets WHERE id = ${id} FOR UPDATE`.execute(db)
    isHeld.resolve()
    await free.promise
  }, 'serializable')
  await isHeld.promise
  const tries = [add(one, 'Post'), add(other, 'Post')]
  const waiting = sql<{ total: number }>`SELECT count(*) AS total FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`
  // Background work at the server's start may also be waiting for the bucket.
  await waitFor(
    async () => (await waiting.execute(one.app.db.read)).rows[0]?.total ?? 0,
    (total) => total >= 2,
    10_000,
  ).finally(free.resolve)
  await longWrite
  const [first, second] = await Promise.all(tries)
  expect([first?.status, first?.ok()]).toEqual([second?.status, second?.ok()])
  expect((await add(other, 'Another')).error()).toMatchObject({ status: 422, code: 'key_reused' })
  const listed = await one.call(listObjects, { query: { slug, limit: 10 } }, owner)
  expect(listed.ok().total).toBe(1)
})
