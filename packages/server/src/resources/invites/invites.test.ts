import { AsyncLocalStorage } from 'node:async_hooks'

import { getBucket } from '@typecase/contract/buckets'
import { newId } from '@typecase/contract/ids'
import {
  addInvite,
  deleteInvite,
  getInvite,
  listInvites,
  resendInvite,
  updateInvite,
} from '@typecase/contract/invites'
import { deleteProject } from '@typecase/contract/projects'
import { deleteProjectMember, listProjectTeam, updateProjectMember } from '@typecase/contract/teams'
import { authenticate, getUser, signup, updateUser } from '@typecase/contract/users'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

import { addAccount, newAddress, PASSWORD, signIn } from '../../testing/accounts.ts'
import { signInAgain } from '../../testing/billing.ts'
import { codeIn, mailsOf, mailTo } from '../../testing/outbox.ts'
import {
  addOwner,
  addPerson,
  addWorkspaceOf,
  join,
  joinProject,
  type Owner,
  type Person,
} from '../../testing/people.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

const PUBLIC_URL = 'https://cms.example.test'
const DAY = 24 * 3600 * 1000
const clock = createTestClock()

let server: TestServer
let owner: Owner
let guest: Person
let contributor: Person
beforeAll(async () => {
  server = await startTestServer({ PUBLIC_URL }, { clock })
})
beforeEach(async () => {
  owner = await addOwner(server)
  guest = await addPerson(server)
  contributor = await addPerson(server)
  await join(server, contributor, owner, 'contributor')
})
afterAll(() => server.remove())

type By = { token?: string }
const resource = 'project' as const
const add = (email: string, more: object = {}, by: By = owner) =>
  server.call(
    addInvite,
    { body: { resource, resource_id: owner.project.id, email, role: 'user', ...more } },
    by,
  )
const list = async (by: By = owner) =>
  server.call(listInvites, { query: { resource, resource_id: owner.project.id } }, by)
const get = (invite_id: string, by: By) =>
  server.call(getInvite, { query: { invite_id, resource } }, by)
const answer = (invite_id: string, status: 'confirmed' | 'rejected', by: By) =>
  server.call(updateInvite, { body: { invite_id, resource, status } }, by)
const teamOf = async () => {
  const query = { project_id: owner.project.id }
  const { members } = (await server.call(listProjectTeam, { query }, owner)).ok()
  return Object.fromEntries(members.map(({ user_id, role }) => [user_id, role]))
}

/** Invites a person and reads the code in their newest e-mail. */
async function invited(email: string, more: object = {}): Promise<string> {
  const before = mailsOf(server, email).length
  ;(await add(email, more)).ok()
  return codeIn(await mailTo(server, email, before + 1))
}

describe('adding an invitation', () => {
  test('returns 401 without a session, 404 to a stranger and 403 for a role one may not give', async () => {
    const manager = await addPerson(server)
    await joinProject(server, manager, owner, 'manager')
    expect((await add(guest.email, {}, {})).status).toBe(401)
    expect((await add(guest.email, {}, guest)).status).toBe(404)
    expect((await add(guest.email, {}, contributor)).status).toBe(403)
    expect((await add(guest.email, { role: 'admin' }, manager)).status).toBe(403)
    expect((await add(guest.email, { role: 'manager' }, manager)).status).toBe(201)
  })

  test.each([
    ['no address', { email: 'no address' }],
    ['two addresses', { email: 'a@example.org,b@example.org' }],
    ['an address with headers', { email: 'a@example.org\r\nBcc: b@example.org' }],
    ['an invalid role', { role: 'owner' }],
    ['a bucket of no one', { bucket_roles: [{ bucket_id: '0'.repeat(24), role: 'editor' }] }],
    ['a status', { status: 'confirmed' }],
  ])('returns 400 for %s, and sends no e-mail', async (_what, more) => {
    const before = mailsOf(server).length
    expect((await add(newAddress(), more)).status).toBe(400)
    expect(mailsOf(server)).toHaveLength(before)
  })

  test('e-mails the link, and shows its code nowhere else', async () => {
    const bucket_roles = [{ bucket_id: owner.bucket.id, role: 'editor' as const }]
    const created = (await add(guest.email, { bucket_roles })).ok().invite
    expect(created).toMatchObject({
      email: guest.email,
      role: 'user',
      bucket_roles,
      status: 'pending',
      invited_by: { id: owner.id },
      expires_at: new Date(clock.now() + 7 * DAY).toISOString(),
    })
    const mail = await mailTo(server, guest.email)
    const code = codeIn(mail)
    expect(mail.links).toEqual([`${PUBLIC_URL}/projects?invite_id=${code}&resource=project`])
    expect(code.length).toBeGreaterThanOrEqual(43)
    const stored = await server.app.db.read.selectFrom('invites').selectAll().execute()
    const log = await server.app.db.read.selectFrom('audit_log').selectAll().execute()
    expect(JSON.stringify([created, (await list()).ok(), stored, log])).not.toContain(code)
  })

  test('e-mails the inviter’s name as plain text without links or headers', async () => {
    const data = { first_name: '<b>Win</b> https://evil.example', last_name: 'x\r\nBcc: b@c.org' }
    await server.call(updateUser, { body: { data } }, owner)
    ;(await add(guest.email)).ok()
    const mail = await mailTo(server, guest.email)
    expect(mail.html).not.toMatch(/<b>|https:\/\/evil|evil\.example/)
    expect(mail.subject).not.toMatch(/[\r\n]|evil\.example/)
    expect(mail.to).toBe(guest.email)
  })

  test('returns 409 for a member, and replaces an earlier invitation of the same address', async () => {
    expect((await add(contributor.email.toUpperCase())).error()).toMatchObject({
      status: 409,
      details: [{ path: 'email', rule: 'member' }],
    })
    const first = await invited(guest.email)
    const second = await invited(guest.email.toUpperCase(), { role: 'manager' })
    expect((await list()).ok().total).toBe(1)
    expect((await get(first, guest)).status).toBe(404)
    expect((await get(second, guest)).ok().invite.role).toBe('manager')
  })
})

describe('listing, resending and deleting invitations', () => {
  test('return 401 without a session, 404 to a stranger and 403 to a contributor', async () => {
    const { id } = (await add(guest.email)).ok().invite
    const stranger = await addOwner(server)
    for (const [by, status] of [
      [{}, 401],
      [stranger, 404],
      [contributor, 403],
    ] as const) {
      expect((await list(by)).status).toBe(status)
      expect((await server.call(resendInvite, { body: { id } }, by)).status).toBe(status)
      expect((await server.call(deleteInvite, { query: { id } }, by)).status).toBe(status)
    }
    const missing = await server.call(deleteInvite, { query: { id: newId() } }, stranger)
    const theirs = await server.call(deleteInvite, { query: { id } }, stranger)
    expect({ ...theirs.error(), request_id: '' }).toEqual({ ...missing.error(), request_id: '' })
    expect((await list()).ok().total).toBe(1)
  })

  test('resending renews an expired invitation for seven days with a new link, which deleting voids', async () => {
    const first = await invited(guest.email)
    const { id } = (await list()).ok().invites[0] ?? { id: '' }
    /** Advances the clock. Both sign in again, since sessions expire with time. */
    const pass = async (ms: number) => {
      clock.advance(ms)
      owner = { ...owner, ...(await signInAgain(server, owner)) }
      guest = await signInAgain(server, guest)
    }
    await pass(7 * DAY)
    expect((await list()).ok().invites[0]?.status).toBe('expired')
    expect((await get(first, guest)).status).toBe(404)
    expect((await server.call(resendInvite, { body: { id } }, owner)).ok().invite).toMatchObject({
      status: 'pending',
      expires_at: new Date(clock.now() + 7 * DAY).toISOString(),
    })
    const second = codeIn(await mailTo(server, guest.email, 2))
    await pass(7 * DAY - 1)
    expect((await get(first, guest)).status).toBe(404)
    expect((await get(second, guest)).status).toBe(200)
    expect((await server.call(deleteInvite, { query: { id } }, owner)).status).toBe(200)
    expect((await get(second, guest)).status).toBe(404)
    expect((await list()).ok().invites).toEqual([])
  })
})

describe('reading an invitation', () => {
  test('returns 401 without a session, 404 for an unknown code and 400 without a resource', async () => {
    const code = await invited(guest.email)
    expect((await get(code, {})).status).toBe(401)
    expect((await get('unknown', guest)).status).toBe(404)
    const query = { invite_id: code, resource: 'workspace' as const }
    expect((await server.call(getInvite, { query }, guest)).status).toBe(404)
    expect((await server.send(getInvite, { query: { invite_id: code } }, guest)).status).toBe(400)
  })

  test('shows the inviter, the project, the role and the expiry', async () => {
    const data = { first_name: 'Ada', last_name: 'Lovelace' }
    await server.call(updateUser, { body: { data } }, owner)
    const code = await invited(guest.email)
    expect((await get(code, guest)).ok()).toEqual({
      invite: {
        inviter: { displayName: 'Ada Lovelace', avatar: null },
        title: 'Project',
        resource: 'project',
        project_id: owner.project.id,
        workspace_id: null,
        role: 'user',
        status: 'pending',
        expires_at: new Date(clock.now() + 7 * DAY).toISOString(),
      },
    })
  })

  test('returns 409 to another account, without the invited address', async () => {
    const code = await invited(guest.email)
    const wrong = await get(code, contributor)
    expect(wrong.error()).toMatchObject({
      status: 409,
      message: 'Invite is for a different user, please login using the correct account.',
    })
    expect(JSON.stringify(wrong.error())).not.toContain(guest.email)
    expect((await answer(code, 'confirmed', contributor)).status).toBe(409)
    expect(await teamOf()).not.toHaveProperty(guest.id)
  })
})

describe('answering an invitation', () => {
  test('adds the person with the given bucket roles, and works only once', async () => {
    const bucket_roles = [{ bucket_id: owner.bucket.id, role: 'editor' }]
    const code = await invited(guest.email, { bucket_roles })
    expect((await answer(code, 'confirmed', {})).status).toBe(401)
    expect((await answer(code, 'confirmed', guest)).ok().invite).toMatchObject({
      status: 'confirmed',
      project_id: owner.project.id,
    })
    const { slug } = owner.bucket
    const { bucket } = (await server.call(getBucket, { query: { slug } }, guest)).ok()
    expect(bucket.role).toBe('editor')
    expect((await answer(code, 'confirmed', guest)).status).toBe(404)
    expect((await list()).ok().invites).toEqual([])
  })

  test('takes effect for only one of two simultaneous answers', async () => {
    const code = await invited(guest.email)
    const tries = await Promise.all([
      answer(code, 'confirmed', guest),
      answer(code, 'rejected', guest),
    ])
    expect(tries.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404])
  })

  test('declines for good, and the team sees that it was rejected', async () => {
    const code = await invited(guest.email)
    expect((await answer(code, 'rejected', guest)).ok().invite.status).toBe('rejected')
    expect((await get(code, guest)).status).toBe(404)
    expect((await list()).ok().invites[0]?.status).toBe('rejected')
    expect(await teamOf()).not.toHaveProperty(guest.id)
  })

  test('adds the person to a workspace', async () => {
    const workspace = await addWorkspaceOf(server, owner)
    const scope = { resource: 'workspace' as const, resource_id: workspace.id }
    const body = { ...scope, email: guest.email, role: 'manager' as const }
    ;(await server.call(addInvite, { body }, owner)).ok()
    const mail = await mailTo(server, guest.email)
    expect(mail.links[0]).toMatch(/&resource=workspace$/)
    const accept = {
      invite_id: codeIn(mail),
      resource: 'workspace' as const,
      status: 'confirmed' as const,
    }
    const { invite } = (await server.call(updateInvite, { body: accept }, guest)).ok()
    expect(invite).toMatchObject({ workspace_id: workspace.id, project_id: null })
  })

  test.each(['removed', 'demoted'] as const)(
    'returns 404 when its sender was %s in the meantime',
    async (how) => {
      const manager = await addPerson(server)
      await joinProject(server, manager, owner, 'manager')
      ;(await add(guest.email, { role: 'manager' }, manager)).ok()
      const code = codeIn(await mailTo(server, guest.email))
      const about = { project_id: owner.project.id, user_id: manager.id }
      const done =
        how === 'removed'
          ? await server.call(deleteProjectMember, { query: about }, owner)
          : await server.call(updateProjectMember, { body: { ...about, role: 'user' } }, owner)
      done.ok()
      expect((await answer(code, 'confirmed', guest)).status).toBe(404)
      expect(await teamOf()).not.toHaveProperty(guest.id)
    },
  )

  test('is impossible once the project is deleted, since the code returns 404', async () => {
    const code = await invited(guest.email)
    const query = { project_id: owner.project.id }
    ;(await server.call(deleteProject, { query }, owner)).ok()
    expect((await get(code, guest)).status).toBe(404)
  })
})

describe('a new person', () => {
  const signUp = (email: string, invite_id: string, more: object = {}, on = server) =>
    on.call(signup, { body: { email, password: PASSWORD, invite_id, ...more } })

  test('signs up through the link and is signed in, without a second e-mail', async () => {
    const email = newAddress()
    const code = await invited(email)
    const signedUp = await signUp(email.toUpperCase(), code, { first_name: 'New' })
    const { token = '', user } = signedUp.ok()
    expect(user).toMatchObject({ status: 'active', first_name: 'New', first_login: true })
    expect(mailsOf(server, email)).toHaveLength(1)
    expect((await answer(code, 'confirmed', { token })).status).toBe(200)
    const secondAnswer = (
      await server.call(authenticate, { body: { email, password: PASSWORD } })
    ).ok()
    // Only the welcome page reports that it was shown.
    expect(secondAnswer.user).toMatchObject({ first_login: true, welcomed: false })
    const body = { data: { first_login: false } }
    const { user: welcomed } = (await server.call(updateUser, { body }, secondAnswer)).ok()
    expect(welcomed).toMatchObject({ first_login: false, welcomed: true })
  })

  test('replaces the password of an earlier sign-up with the address that was not confirmed', async () => {
    const email = newAddress()
    const strangers = 'the stranger was first'
    ;(await server.call(signup, { body: { email, password: strangers } })).ok()
    const verification = codeIn(await mailTo(server, email))
    const code = await invited(email)
    expect((await signUp(email, code)).ok().user?.email).toBe(email)
    const old = await server.call(authenticate, { body: { email, password: strangers } })
    expect(old.status).toBe(401)
    expect(verification).not.toBe(code)
  })

  test('with an unknown code or that of another address has to confirm by e-mail', async () => {
    const code = await invited(newAddress())
    for (const invite_id of [code, 'unknown']) {
      const email = newAddress()
      const signedUp = await signUp(email, invite_id)
      expect([signedUp.status, signedUp.ok()]).toEqual([201, {}])
      expect((await mailTo(server, email)).links[0]).toContain('/verify-email?')
    }
  })

  test('does not get into an existing account by signing up with its invitation, nor changes its password', async () => {
    const account = await addAccount(server)
    const code = await invited(account.email)
    const chosen = { email: account.email, password: 'not the one of it' }
    const signedUp = await server.call(signup, { body: { ...chosen, invite_id: code } })
    expect([signedUp.status, signedUp.ok()]).toEqual([201, {}])
    expect((await server.call(getUser, {}, account)).status).toBe(200)
    expect((await answer(code, 'confirmed', account)).status).toBe(200)
    expect((await server.call(authenticate, { body: chosen })).status).toBe(401)
    const token = await signIn(server, account)
    expect((await server.call(getUser, {}, { token })).status).toBe(200)
  })

  test('gets 403 without a valid invitation where sign-up requires one', async () => {
    const closed = await startTestServer({ SIGNUP: 'invite' })
    try {
      const host = await addOwner(closed)
      const email = newAddress()
      const scope = { resource, resource_id: host.project.id }
      const body = { ...scope, email, role: 'user' as const }
      ;(await closed.call(addInvite, { body }, host)).ok()
      const code = codeIn(await mailTo(closed, email))
      expect((await signUp(newAddress(), code, {}, closed)).status).toBe(403)
      expect((await signUp(email, 'unknown', {}, closed)).status).toBe(403)
      expect((await signUp(email, code, {}, closed)).ok().user?.email).toBe(email)
    } finally {
      await closed.remove()
    }
  })
})

describe('whether an address has an account', () => {
  const inRequest = new AsyncLocalStorage<true>()

  /** Returns the response to the inviter, and the statements that determine its time. */
  async function inviteSeen(email: string) {
    const work: string[] = []
    const { write } = server.app.db
    vi.spyOn(server.app.db, 'write').mockImplementation((...args) => {
      if (inRequest.getStore()) work.push('write')
      return write(...args)
    })
    const sent = await inRequest.run(true, () => add(email).then((invite) => invite))
    vi.restoreAllMocks()
    const { id: _, email: __, ...invite } = sent.ok().invite
    const mail = await mailTo(server, email)
    const code = codeIn(mail)
    const text = `${mail.subject} ${mail.text}`
      .replaceAll(code, 'CODE')
      .replaceAll(email, 'ADDRESS')
    return { status: sent.status, names: Object.keys(sent.headers), invite, text, work }
  }

  test('makes no difference to the response, the e-mail or the writes of an invitation', async () => {
    const seen = await inviteSeen((await addAccount(server)).email)
    expect(seen).toMatchObject({ status: 201, work: ['write'] })
    expect(await inviteSeen(newAddress())).toEqual(seen)
  })
})

describe('rate limits', () => {
  test('apply to invitations by a person, invitations to an address, and attempts to read a code', async () => {
    const limited = await startTestServer({ RATE_LIMITS: 'on' })
    try {
      const hosts = [await addOwner(limited), await addOwner(limited)]
      const invite = (host: Owner, email: string) => {
        const body = { resource, resource_id: host.project.id, email, role: 'user' as const }
        return limited.call(addInvite, { body }, host)
      }
      const [one, other] = hosts
      if (!one || !other) throw new Error('There are two.')
      const foreign = (by: Owner, host: Owner) => {
        const body = { resource, resource_id: host.project.id, email: 'victim@example.org' }
        return limited.call(addInvite, { body: { ...body, role: 'user' as const } }, by)
      }
      // Refused inviters do not use up the limit.
      for (let at = 0; at < 11; at += 1) expect((await foreign(other, one)).status).toBe(404)
      for (let at = 0; at < 10; at += 1) (await invite(one, `victim+${at}@example.org`)).ok()
      expect((await invite(other, 'Victim@example.org')).status).toBe(429)
      for (let at = 0; at < 40; at += 1) (await invite(one, newAddress())).ok()
      expect((await invite(one, newAddress())).status).toBe(429)
      expect((await invite(other, newAddress())).status).toBe(201)

      const look = () => limited.call(getInvite, { query: { invite_id: 'guess', resource } }, other)
      for (let at = 0; at < 60; at += 1) expect((await look()).status).toBe(404)
      expect((await look()).status).toBe(429)
    } finally {
      await limited.remove()
    }
  })
})
