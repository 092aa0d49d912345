import { listAudit } from '@typecase/contract/audit'
import { getBucket } from '@typecase/contract/buckets'
import type { Endpoint } from '@typecase/contract/endpoint'
import { newId } from '@typecase/contract/ids'
import { addObject, listObjects } from '@typecase/contract/objects'
import { updateProject } from '@typecase/contract/projects'
import { listSessions } from '@typecase/contract/sessions'
import {
  staffAudit,
  staffJobs,
  staffMails,
  staffProjects,
  staffStorageList,
  staffUsers,
  startSupport,
} from '@typecase/contract/staff'
import { forgotPassword, getUser, logout } from '@typecase/contract/users'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { addType } from '../../testing/content.ts'
import { addOwner, addPerson, type Owner, type Person } from '../../testing/people.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { waitFor } from '../../testing/wait-for.ts'

const HOUR = 3600 * 1000
const clock = createTestClock(Date.now())
let server: TestServer
let owner: Owner
let staff: Person
beforeAll(async () => {
  server = await startTestServer({}, { clock })
})
beforeEach(async () => {
  owner = await addOwner(server)
  staff = await addPerson(server)
  await server.app.db.write(
    ({ db }) => db.updateTable('users').set({ is_staff: 1 }).where('id', '=', staff.id).execute(),
    'serializable',
  )
})
afterAll(() => server.remove())

const lists = [staffUsers, staffProjects, staffJobs, staffMails, staffStorageList, staffAudit]
const support = (user_id: string, as: Partial<Person> = staff, reason = 'Asked by e-mail') =>
  server.call(startSupport, { body: { user_id, reason } }, as)

describe.each(lists.map((endpoint): [string, Endpoint] => [endpoint.id, endpoint]))(
  '%s',
  (_id, endpoint) => {
    test('answers 401 without a session', async () => {
      expect((await server.send(endpoint, {}, {})).status).toBe(401)
    })

    test('answers 403 to users who are not staff', async () => {
      const refused = await server.send(endpoint, {}, owner)
      expect(refused.error()).toMatchObject({
        status: 403,
        message: 'Only the staff of this installation can do this.',
      })
    })

    test('answers 400 to an unknown parameter', async () => {
      expect((await server.send(endpoint, { query: { nothing: 1 } }, staff)).status).toBe(400)
    })

    test('answers staff', async () => {
      expect((await server.send(endpoint, {}, staff)).ok()).toMatchObject({
        total: expect.any(Number) as number,
      })
    })
  },
)

test('users and projects are found by part of their names, with “%” taken literally and any accents', async () => {
  const find = async (q: string) =>
    (await server.call(staffUsers, { query: { q } }, staff)).ok().users.map(({ id }) => id)
  expect(await find(owner.email.toUpperCase())).toEqual([owner.id])
  expect(await find('%')).toEqual([])
  const title = `Café ${newId()}`.normalize('NFD')
  const body = { project_id: owner.project.id, data: { title } }
  ;(await server.call(updateProject, { body }, owner)).ok()
  const query = { q: title.normalize('NFC') }
  const response = (await server.call(staffProjects, { query }, staff)).ok()
  expect(response).toMatchObject({
    total: 1,
    projects: [{ id: owner.project.id, total_buckets: 1, total_users: 1, workspace_title: null }],
  })
})

test('a user who is no longer staff is refused with the next call', async () => {
  expect((await server.call(staffUsers, { query: {} }, staff)).status).toBe(200)
  await server.app.db.write(
    ({ db }) => db.updateTable('users').set({ is_staff: 0 }).where('id', '=', staff.id).execute(),
    'serializable',
  )
  expect((await server.call(staffUsers, { query: {} }, staff)).status).toBe(403)
})

test('an e-mail that the mail server refuses is listed with the reason', async () => {
  // No mail server listens on this port.
  const cut = await startTestServer({ SMTP_URL: 'smtp://127.0.0.1:1' })
  const watcher = await addPerson(cut)
  await cut.app.db.write(
    ({ db }) => db.updateTable('users').set({ is_staff: 1 }).where('id', '=', watcher.id).execute(),
    'serializable',
  )
  const { email } = watcher
  ;(await cut.call(forgotPassword, { body: { email } })).ok()
  const answer = await waitFor(
    async () => (await cut.call(staffMails, { query: {} }, watcher)).ok(),
    ({ mails }) => mails.some(({ subject }) => /password/i.test(subject)),
  )
  expect(answer.has_server).toBe(true)
  expect(answer.mails.find(({ subject }) => /password/i.test(subject))).toMatchObject({
    to: email,
    tries: 1,
    problem: expect.stringContaining('ECONNREFUSED') as string,
  })
  await cut.remove()
})

test('the audit log includes all users, and can be filtered', async () => {
  const query = { user_id: owner.id, kind: 'project' }
  const { entries, total } = (await server.call(staffAudit, { query }, staff)).ok()
  expect(total).toBe(1)
  expect(entries).toMatchObject([{ kind: 'project.add', user: { id: owner.id } }])
})

describe('a support session', () => {
  test('needs a session (401)', async () => {
    expect((await support(owner.id, {})).status).toBe(401)
  })

  test('can be started only by staff, and not for staff (403)', async () => {
    expect((await support(owner.id, owner)).status).toBe(403)
    expect((await support(staff.id)).status).toBe(403)
  })

  test('needs a reason (400) and an existing user (404)', async () => {
    expect((await support(owner.id, staff, '')).status).toBe(400)
    expect((await support('x')).status).toBe(400)
    expect((await support(newId())).status).toBe(404)
  })

  test('sees what the user sees, without keys, and cannot change anything', async () => {
    await addType(server, owner, 'posts')
    const session = (await support(owner.id)).ok()
    expect(session.user).toMatchObject({ id: owner.id, support: { by: staff.email } })
    const { user } = (await server.call(getUser, {}, session)).ok()
    expect(user).toMatchObject({ id: owner.id, is_staff: false, support: { by: staff.email } })
    const { slug } = owner.bucket
    expect((await server.call(listObjects, { query: { slug } }, session)).status).toBe(200)
    const { bucket } = (await server.call(getBucket, { query: { slug } }, session)).ok()
    expect(bucket.api_access).toEqual({ read_key: '', preview_key: '', write_key: '' })
    const data = { title: 'A', type: 'posts' }
    const refused = await server.call(addObject, { body: { slug, data } }, session)
    expect(refused.error()).toMatchObject({
      status: 403,
      message: 'You are viewing this account as support, which can only read.',
    })
    // Calls about the account itself are for the user alone.
    expect((await server.call(listSessions, {}, session)).status).toBe(403)
  })

  test('has no access to staff calls, even if the user becomes staff', async () => {
    const session = (await support(owner.id)).ok()
    await server.app.db.write(
      ({ db }) => db.updateTable('users').set({ is_staff: 1 }).where('id', '=', owner.id).execute(),
      'serializable',
    )
    expect((await server.call(staffUsers, { query: {} }, session)).status).toBe(403)
  })

  test('ends when it is closed, or after an hour', async () => {
    const first = (await support(owner.id)).ok()
    ;(await server.call(logout, {}, first)).ok()
    expect((await server.call(getUser, {}, first)).status).toBe(401)
    const second = (await support(owner.id)).ok()
    clock.advance(HOUR - 1000)
    expect((await server.call(getUser, {}, second)).status).toBe(200)
    clock.advance(1000)
    expect((await server.call(getUser, {}, second)).status).toBe(401)
  })

  test('is in the user’s audit log with its reason, and in the user’s list of sessions', async () => {
    ;(await support(owner.id)).ok()
    const { entries } = (await server.call(listAudit, { query: {} }, owner)).ok()
    expect(entries).toMatchObject([
      {
        kind: 'account.support',
        user: { id: staff.id },
        subject: { id: owner.id, title: owner.email },
        details: { reason: 'Asked by e-mail' },
      },
    ])
    const response = (await server.call(listAudit, { query: {} }, staff)).ok()
    expect(response.entries).toEqual([])
    const { sessions } = (await server.call(listSessions, {}, owner)).ok()
    expect(sessions.map(({ device }) => device)).toContain('Support, reading only')
  })
})
