import { addProjectWithBucket, listArchivedProjects, getProject } from '@typecase/contract/projects'
import {
  authenticate,
  deactivateUser,
  forgotPassword,
  getDeactivation,
  getUser,
  resetPassword,
  sendDeactivationCode,
  signup,
  verifyEmail,
} from '@typecase/contract/users'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { addAccount, addTwoStepAccount, closeAccount, PASSWORD } from '../../testing/accounts.ts'
import { codeIn, mailsOf, mailTo } from '../../testing/outbox.ts'
import { addOwner, addPerson, join, type Owner, type Person } from '../../testing/people.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

const PROOF = { body: { current_password: PASSWORD } }

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.remove())

const isIn = async (token: string) => (await server.call(getUser, {}, { token })).status === 200

/** Gives a person a role in someone's project. */
const joinProject = ({ id }: Person, { project }: Owner, role: 'admin' | 'manager') =>
  server.app.db.write(
    ({ db }) =>
      db
        .insertInto('team_members')
        .values({ resource: 'project', team_id: project.id, user_id: id, role, rank: 1 })
        .execute(),
    'serializable',
  )

async function codeFor(person: Person): Promise<string> {
  const before = mailsOf(server, person.email).length
  ;(await server.call(sendDeactivationCode, {}, person)).ok()
  return codeIn(await mailTo(server, person.email, before + 1))
}

const close = async (person: Person) =>
  server.call(deactivateUser, { body: { code: await codeFor(person) } }, person)

test.each([getDeactivation, sendDeactivationCode, deactivateUser])(
  '$id needs a session',
  async (endpoint) => {
    expect((await server.send(endpoint, { body: {} })).status).toBe(401)
  },
)

describe('the proof to close an account', () => {
  test.each([
    ['no password', {}, 'current_password', 'required'],
    ['a wrong one', { current_password: 'not the one' }, 'current_password', 'wrong'],
    ['an unknown key', { current_password: PASSWORD, sure: true }, 'sure', undefined],
  ])('is refused with %s, and the account remains', async (_what, body, path, rule) => {
    const account = await addAccount(server)
    const { status, details } = (await server.send(deactivateUser, { body }, account)).error()
    expect([status, details?.[0]?.path]).toEqual([400, path])
    if (rule) expect(details?.[0]?.rule).toBe(rule)
    expect(await isIn(account.token)).toBe(true)
  })

  test('counts wrong passwords towards the limit of sign-in (429)', async () => {
    const limited = await startTestServer({ RATE_LIMITS: 'on' })
    const account = await addAccount(limited)
    const statuses = []
    for (let guess = 0; guess < 5; guess += 1) {
      const body = { current_password: `wrong ${guess}` }
      statuses.push((await limited.call(deactivateUser, { body }, account)).status)
    }
    expect(statuses.slice(0, 4)).toEqual([400, 400, 400, 400])
    expect((await limited.call(deactivateUser, PROOF, account)).status).toBe(429)
    await limited.remove()
  })

  test('is an e-mailed code if the account has no password, valid once and only for that account', async () => {
    const [person, stranger] = [await addPerson(server), await addPerson(server)]
    expect((await server.call(getDeactivation, {}, person)).ok().proof).toBe('code')
    const password = await server.call(deactivateUser, PROOF, person)
    expect(password.error().details?.[0]).toMatchObject({ path: 'code', rule: 'required' })
    const theirs = { body: { code: await codeFor(stranger) } }
    const foreign = await server.call(deactivateUser, theirs, person)
    expect(foreign.error().details?.[0]).toMatchObject({ path: 'code', rule: 'code' })

    const [old, code] = [await codeFor(person), await codeFor(person)]
    const link = (await mailTo(server, person.email, 2)).links[0]
    expect(link).toBe(`${server.app.settings.PUBLIC_URL}/account/deactivate?code=${code}`)
    expect((await server.call(deactivateUser, { body: { code: old } }, person)).status).toBe(400)
    const twice = [1, 2].map(() => server.call(deactivateUser, { body: { code } }, person))
    const statuses = (await Promise.all(twice)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect((await server.call(deactivateUser, theirs, stranger)).status).toBe(200)
  })

  test('is not e-mailed to an account with a password (409)', async () => {
    const account = await addAccount(server)
    expect((await server.call(getDeactivation, {}, account)).ok().proof).toBe('password')
    expect((await server.call(sendDeactivationCode, {}, account)).status).toBe(409)
    expect(mailsOf(server, account.email)).toHaveLength(1)
  })
})

describe('the projects of an account that closes', () => {
  const outcomes = async (person: Person) =>
    (await server.call(getDeactivation, {}, person)).ok().projects

  test('block closing and are named if their members would have no admin left', async () => {
    const owner = await addOwner(server)
    await join(server, await addPerson(server), owner, 'editor')
    await joinProject(await addPerson(server), owner, 'manager')
    const { id, title } = owner.project
    expect(await outcomes(owner)).toEqual([{ id, title, other_members: 2, outcome: 'blocks' }])
    const code = await codeFor(owner)
    const refused = (await server.call(deactivateUser, { body: { code } }, owner)).error()
    expect(refused).toMatchObject({
      status: 409,
      code: 'conflict',
      details: [{ path: `projects.${id}`, rule: 'last_admin' }],
    })
    expect(refused.message).toContain(`“${title}”`)
    expect(await isIn(owner.token)).toBe(true)

    // The refused call did not use up the code.
    const heir = await addPerson(server)
    await joinProject(heir, owner, 'admin')
    expect(await outcomes(owner)).toEqual([])
    expect((await server.call(deactivateUser, { body: { code } }, owner)).status).toBe(200)
    const query = { project_id: id }
    expect((await server.call(getProject, { query }, heir)).ok().project.archived).toBe(false)
  })

  test('block closing if the only other admin has closed their account', async () => {
    const owner = await addOwner(server)
    const [admin, member] = [await addPerson(server), await addPerson(server)]
    await joinProject(admin, owner, 'admin')
    await join(server, member, owner, 'editor')
    await closeAccount(server, admin)
    expect((await close(owner)).status).toBe(409)
    await closeAccount(server, member)
    expect((await close(owner)).status).toBe(200)
  })

  test('keep one admin if two close their accounts at the same time', async () => {
    const owner = await addOwner(server)
    const admin = await addPerson(server)
    await joinProject(admin, owner, 'admin')
    await join(server, await addPerson(server), owner, 'editor')
    const codes = [await codeFor(owner), await codeFor(admin)]
    const answers = await Promise.all(
      [owner, admin].map((person, at) =>
        server.call(deactivateUser, { body: { code: codes[at] ?? '' } }, person),
      ),
    )
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409])
  })

  test('are archived if they have no other members, and their content API still answers', async () => {
    const owner = await addOwner(server)
    const body = { project_title: 'Another', bucket_title: 'Other' }
    ;(await server.call(addProjectWithBucket, { body }, owner)).ok()
    expect((await outcomes(owner)).map(({ title, outcome }) => [title, outcome])).toEqual([
      ['Another', 'archived'],
      ['Project', 'archived'],
    ])
    expect((await server.call(listArchivedProjects, {}, owner)).ok().projects).toEqual([])
    expect((await close(owner)).status).toBe(200)
    const rows = await server.app.db.read
      .selectFrom('projects')
      .select(['title', 'archived'])
      .where('created_by', '=', owner.id)
      .orderBy('title')
      .execute()
    expect(rows).toEqual([
      { title: 'Another', archived: 1 },
      { title: 'Project', archived: 1 },
    ])
    const url = `/v3/buckets/${owner.bucket.slug}/object-types`
    const query = { read_key: owner.bucket.api_access.read_key }
    expect((await server.http.inject({ url, query })).statusCode).toBe(200)
  })
})

test('closing an account ends its sessions, password and links, and frees its address', async () => {
  const account = await addTwoStepAccount(server)
  const { user } = (await server.call(getUser, {}, account)).ok()
  await server.call(forgotPassword, { body: { email: account.email } })
  const reset_code = codeIn(await mailTo(server, account.email, 3))
  expect((await server.call(deactivateUser, PROOF, account)).status).toBe(200)
  expect(await isIn(account.token)).toBe(false)
  const body = { email: account.email, password: PASSWORD }
  expect((await server.call(authenticate, { body })).status).toBe(401)
  const reset = { reset_code, password: 'an orchard in the morning' }
  expect((await server.call(resetPassword, { body: reset })).status).toBe(400)

  // The address is free for a new account with a different id.
  const fresh = await server.call(signup, { body })
  expect(fresh.status).toBe(201)
  const code = codeIn(await mailTo(server, account.email, 5))
  const next = (await server.call(verifyEmail, { body: { verification_code: code } })).ok()
  expect(next.user).toMatchObject({ two_factor: false, first_name: '' })
  expect(next.user.id).not.toBe(user.id)
  expect(await isIn(account.token)).toBe(false)
})

test('an id is not reused: an old token opens none of a thousand new accounts', async () => {
  const account = await addAccount(server)
  const { user } = (await server.call(getUser, {}, account)).ok()
  ;(await server.call(deactivateUser, PROOF, account)).ok()
  const people = await Promise.all(
    Array.from({ length: 1000 }, (_, index) => addPerson(server, `crowd${index}`)),
  )
  expect(new Set([user.id, ...people.map((person) => person.id)]).size).toBe(1001)
  expect(await isIn(account.token)).toBe(false)
})
