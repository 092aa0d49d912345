import type { BucketEvent } from '@typecase/contract/events'
import { newId } from '@typecase/contract/ids'
import { deleteObjects } from '@typecase/contract/objects'
import { PRESENCE_LASTS, setPresence } from '@typecase/contract/presence'
import { logout } from '@typecase/contract/users'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { MAX_PRESENCE_PER_BUCKET, MAX_PRESENCE_PER_USER } from '../../limits.ts'
import { addOneObject, addType } from '../../testing/content.ts'
import {
  addOwner,
  addPerson,
  join,
  joinProject,
  type Owner,
  type Person,
} from '../../testing/people.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

const clock = createTestClock()
let server: TestServer
let owner: Owner
let editor: Person
let objectId: string
let events: BucketEvent[]
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  server = await startTestServer({}, { clock })
  owner = await addOwner(server)
  editor = await addPerson(server)
  await join(server, editor, owner, 'editor')
  await addType(server, owner, 'posts', [{ key: 'teaser', type: 'text' }])
  objectId = (await addOneObject(server, owner, { type: 'posts', title: 'The door' })).id
  events = []
  server.app.events.subscribe(owner.bucket.id, (event) => {
    if (event.kind === 'presence') events.push(event)
  })
})
afterEach(async () => {
  vi.useRealTimers()
  await server.remove()
})

const trySet = (data: object, by: { token?: string }) =>
  server.send(
    setPresence,
    { body: { slug: owner.bucket.slug, tab_id: newId(), object_id: objectId, ...data } },
    by,
  )

async function set(data: object, by: { token: string }) {
  const body = { slug: owner.bucket.slug, tab_id: newId(), object_id: objectId, ...data }
  return (await server.call(setPresence, { body }, by)).ok().people
}

const event = (people: object[], object_id = objectId) => ({ kind: 'presence', object_id, people })

test('presence needs a session (401)', async () => {
  expect((await trySet({}, {})).status).toBe(401)
  expect((await trySet({}, { token: 'wrong' })).status).toBe(401)
})

test('presence needs a role in the bucket (404, 403) and an existing object (404)', async () => {
  const person = await addPerson(server)
  expect((await trySet({}, person)).status).toBe(404)
  await joinProject(server, person, owner, 'user')
  expect((await trySet({}, person)).status).toBe(403)
  expect((await trySet({ object_id: newId() }, owner)).status).toBe(404)
  const body = { slug: owner.bucket.slug, object_ids: [objectId] }
  ;(await server.call(deleteObjects, { body }, owner)).ok()
  expect((await trySet({}, owner)).status).toBe(404)
  expect(events).toEqual([])
})

test('invalid tabs, objects and fields and unknown properties are refused (400)', async () => {
  for (const [key, value] of [
    ['tab_id', 'tab'],
    ['object_id', 'object'],
    ['field', 'x'.repeat(201)],
    ['field', 1],
    ['color', 'red'],
  ] as const) {
    const { status, code, details } = (await trySet({ [key]: value }, owner)).error()
    expect([status, code]).toEqual([400, 'invalid'])
    expect(details?.[0]?.path).toBe(key)
  }
})

test('presence lists who has the object open, and in which field, until they leave', async () => {
  const [one, other] = [newId(), newId()]
  const ada = { user_id: owner.id, tab_id: one, field: null }
  const grace = { user_id: editor.id, tab_id: other, field: 'metadata.teaser' }
  expect(await set({ tab_id: one }, owner)).toEqual([ada])
  expect(await set({ tab_id: other, field: grace.field }, editor)).toEqual([ada, grace])
  // A repeated report causes no event.
  await set({ tab_id: other, field: grace.field }, editor)
  await set({ tab_id: one, field: 'title' }, owner)
  expect(await set({ tab_id: other, object_id: null }, editor)).toEqual([])
  const inTitle = { ...ada, field: 'title' }
  expect(events).toEqual([
    event([ada]),
    event([ada, grace]),
    event([inTitle, grace]),
    event([inTitle]),
  ])
})

test('a tab has one object open at a time', async () => {
  const next = (await addOneObject(server, owner, { type: 'posts', title: 'Next' })).id
  const tab = { user_id: owner.id, tab_id: newId(), field: null }
  await set({ tab_id: tab.tab_id }, owner)
  expect(await set({ tab_id: tab.tab_id, object_id: next }, owner)).toEqual([tab])
  expect(events.slice(1)).toEqual([event([]), event([tab], next)])
})

test('a user cannot close another user’s tab', async () => {
  const tab_id = newId()
  await set({ tab_id }, owner)
  await set({ tab_id, object_id: null }, editor)
  expect(await set({}, editor)).toContainEqual({ user_id: owner.id, tab_id, field: null })
})

test('presence is separate for each bucket', async () => {
  const stranger = await addOwner(server)
  expect((await trySet({ slug: stranger.bucket.slug }, stranger)).status).toBe(404)
  expect((await trySet({ slug: stranger.bucket.slug }, owner)).status).toBe(404)
  expect(events).toEqual([])
})

test('a tab that is silent for too long is closed; one that reports again is not', async () => {
  const [one, other] = [newId(), newId()]
  await set({ tab_id: one }, owner)
  await set({ tab_id: other }, editor)
  clock.advance(PRESENCE_LASTS)
  await set({ tab_id: one }, owner)
  clock.advance(1)
  events = []
  vi.advanceTimersByTime(5000)
  const ada = { user_id: owner.id, tab_id: one, field: null }
  expect(events).toEqual([event([ada])])
  clock.advance(PRESENCE_LASTS)
  vi.advanceTimersByTime(5000)
  expect(events).toEqual([event([ada]), event([])])
})

test('logging out closes the tabs of the session at once', async () => {
  const [one, other] = [newId(), newId()]
  await set({ tab_id: one }, owner)
  await set({ tab_id: other }, editor)
  // A repeated report, as every tab sends.
  await set({ tab_id: other }, editor)
  events = []
  ;(await server.call(logout, {}, editor)).ok()
  expect(events).toEqual([event([{ user_id: owner.id, tab_id: one, field: null }])])
})

test('the tabs that have been silent longest are dropped if there are too many', async () => {
  const { presence } = server.app
  const tab = (userId: string, tabId = newId()) => ({ userId, tabId, objectId, field: null })
  const first = tab(editor.id)
  presence.set(owner.bucket.id, first)
  for (let count = 0; count < MAX_PRESENCE_PER_USER; count += 1) {
    presence.set(owner.bucket.id, tab(editor.id))
  }
  const mine = presence.set(owner.bucket.id, tab(owner.id))
  expect(mine).toHaveLength(MAX_PRESENCE_PER_USER + 1)
  expect(mine.map(({ tab_id }) => tab_id)).not.toContain(first.tabId)
  for (let count = 0; count < MAX_PRESENCE_PER_BUCKET - 1; count += 1) {
    presence.set(owner.bucket.id, tab(newId()))
  }
  const all = presence.set(owner.bucket.id, tab(newId()))
  expect(all).toHaveLength(MAX_PRESENCE_PER_BUCKET)
  expect(all.map(({ user_id }) => user_id)).not.toContain(owner.id)
})
