import { addMacro } from '@typecase/contract/macros'
import { addObject, duplicateObjects, listObjects } from '@typecase/contract/objects'
import { addObjectType } from '@typecase/contract/object-types'
import { addRelease, addToRelease } from '@typecase/contract/releases'
import { undoChangeSet } from '@typecase/contract/change-sets'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { deleteExpired } from '../jobs/clearing.ts'
import { addManyObjects, addType } from '../testing/content.ts'
import { countStatements } from '../testing/count-statements.ts'
import { addOwner, type Owner } from '../testing/people.ts'
import { createTestClock, type TestClock } from '../testing/test-clock.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

const HOUR = 3_600_000

let server: TestServer
let clock: TestClock
let owner: Owner
beforeEach(async () => {
  clock = createTestClock()
  server = await startTestServer({}, { clock })
  owner = await addOwner(server)
  await addType(server, owner, 'posts')
})
afterEach(() => server.remove())

const keyed = (key: string) => ({ ...owner, headers: { 'idempotency-key': key } })

const add = (key: string, title = 'Post') =>
  server.call(
    addObject,
    { body: { slug: owner.bucket.slug, data: { type: 'posts', title } } },
    keyed(key),
  )

const total = async () =>
  (await server.call(listObjects, { query: { slug: owner.bucket.slug } }, owner)).ok().total

const storedKeys = () =>
  server.app.db.read
    .selectFrom('idempotency_keys')
    .select(['id', 'status'])
    .orderBy('created_at')
    .orderBy('id')
    .execute()

test('a repeated call gets the first answer, and the same key with another body is refused', async () => {
  const first = await add('one')
  const second = await add('one')
  expect([second.status, second.ok()]).toEqual([first.status, first.ok()])
  expect((await add('one', 'Another')).error()).toMatchObject({ status: 422, code: 'key_reused' })
  expect(await total()).toBe(1)
})

test('a call is refused while the first one runs, and a failed call may be retried', async () => {
  const both = await Promise.all([add('one'), add('one'), add('one', 'Another')])
  expect(both.map(({ status }) => status)).toEqual([201, 409, 422])
  expect((await add('two', '')).status).toBe(400)
  expect((await add('two', '')).status).toBe(400)
  expect((await add('two')).status).toBe(201)
})

/** The stored keys when other clients learn of the bucket's next change, which is after its commit. */
const storedResponses = () =>
  new Promise<Awaited<ReturnType<typeof storedKeys>>>((resolve) => {
    const stop = server.app.events.subscribe(owner.bucket.id, () => {
      stop()
      void storedKeys().then(resolve)
    })
  })

const body = () => ({ slug: owner.bucket.slug })

const addPosts = (count: number) => addManyObjects(server, owner, 'posts', count)

const copy = (object_ids: string[]) =>
  server.send(duplicateObjects, { body: { ...body(), object_ids } }, keyed('one'))

const addPage = () =>
  server.send(addObjectType, { body: { ...body(), data: { title: 'Page' } } }, keyed('one'))

test.each([
  ['an object', 201, 0, () => add('one')],
  ['a type', 201, 0, addPage],
  ['copies', 200, 3, copy],
  ['a job that makes copies', 202, 101, copy],
])('creating %s and storing the answer are one commit', async (_what, status, count, call) => {
  const ids = await addPosts(count)
  const seen = storedResponses()
  const first = await call(ids)
  expect(first.status).toBe(status)
  expect(await seen).toMatchObject([{ status }])
  const second = await call(ids)
  expect([second.status, second.ok()]).toEqual([status, first.ok()])
})

test('adding to a release or undoing a change and storing the answer are one commit', async () => {
  const [id = ''] = await addPosts(1)
  const created = await server.call(
    addRelease,
    { body: { ...body(), data: { title: 'May' } } },
    owner,
  )
  const add = { ...body(), release_id: created.ok().release.id, object_ids: [id] }
  let seen = storedResponses()
  const added = await server.call(addToRelease, { body: add }, keyed('release'))
  expect(await seen).toMatchObject([{ status: 200 }])
  expect((await server.call(addToRelease, { body: add }, keyed('release'))).ok()).toEqual(
    added.ok(),
  )

  const copied = { body: { ...body(), object_ids: [id] } }
  const { change_set_id } = (await server.call(duplicateObjects, copied, owner)).ok()
  const undo = { ...body(), change_set_id: change_set_id ?? '' }
  seen = storedResponses()
  const undone = await server.call(undoChangeSet, { body: undo }, keyed('undo'))
  expect(await seen).toHaveLength(2)
  expect((await server.call(undoChangeSet, { body: undo }, keyed('undo'))).ok()).toEqual(
    undone.ok(),
  )
})

test('expired keys are deleted by the cleanup, and a call reads and writes only its own key', async () => {
  await add('old')
  // A claim that an earlier version left after a crash.
  await server.app.db.write(
    ({ db }) =>
      db
        .insertInto('idempotency_keys')
        .values({
          id: 'claim',
          request_hash: '',
          status: null,
          body: null,
          created_at: clock.now(),
        })
        .execute(),
    'serializable',
  )
  clock.advance(25 * HOUR)
  const { token } = owner
  owner = { ...owner, token: await newSession() }
  using counter = countStatements(server)
  const ofKeys = (await counter.of(() => add('new'))).filter((text) =>
    /idempotency_keys/.test(text),
  )
  expect(ofKeys).toEqual([
    expect.stringMatching(/^select \* from "idempotency_keys" where "id" = \S+$/),
    expect.stringMatching(/^insert .*into "idempotency_keys"/),
  ])
  expect(await storedKeys()).toHaveLength(3)
  await deleteExpired(server.app)
  expect(await storedKeys()).toHaveLength(1)
  expect(token).not.toBe(owner.token)
})

const newSession = () =>
  server.app.db.write(
    (write) => server.app.sessions.open(write, owner.id, { ip: '127.0.0.1', agent: 'test' }),
    'serializable',
  )

test('a key may be reused after 24 hours, even if its answer was not deleted yet', async () => {
  await add('one')
  // Call every few hours, so that the session stays alive.
  for (let hours = 0; hours < 25; hours += 5) {
    clock.advance(5 * HOUR)
    await total()
  }
  expect((await add('one', 'Another')).status).toBe(201)
  expect(await total()).toBe(2)
})

test('adding a macro twice with the same key gets the first answer', async () => {
  const steps = [{ call: 'objects.publishByIds' as const, body: {} }]
  const macro = { ...body(), data: { title: 'Publish', steps } }
  const first = (await server.call(addMacro, { body: macro }, keyed('one'))).ok()
  expect((await server.call(addMacro, { body: macro }, keyed('one'))).ok()).toEqual(first)
})
