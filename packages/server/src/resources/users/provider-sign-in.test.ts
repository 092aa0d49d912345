import { addInvite } from '@typecase/contract/invites'
import { type ProviderId, providerTitles, signInOptions } from '@typecase/contract/sign-in-options'
import {
  githubAuth,
  googleAuth,
  linkProvider,
  listLinked,
  startLink,
  startProvider,
  unlinkProvider,
} from '@typecase/contract/sign-in-providers'
import { authenticate, getUser, signup } from '@typecase/contract/users'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import {
  addAccount,
  addTwoStepAccount,
  newAddress,
  otpAt,
  PASSWORD,
  auditActions,
} from '../../testing/accounts.ts'
import { mailTo } from '../../testing/outbox.ts'
import { addOwner, addPerson } from '../../testing/people.ts'
import {
  ada,
  type LoopbackProvider,
  startGithub,
  startGoogle,
  visitProvider,
} from '../../testing/sign-in-providers.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { emailKey } from './store.ts'

const PUBLIC_URL = 'http://127.0.0.1:4700'

let server: TestServer
let google: LoopbackProvider
let github: LoopbackProvider
const clock = createTestClock()
beforeAll(async () => {
  google = await startGoogle(`${PUBLIC_URL}/auth/google/callback`)
  github = await startGithub(`${PUBLIC_URL}/auth/github/callback`)
  server = await startTestServer({ PUBLIC_URL, ...google.settings, ...github.settings }, { clock })
})
afterAll(async () => {
  await server.remove()
  await google.close()
  await github.close()
})

let count = 0
/** Before each test, both providers get a new person. */
beforeEach(() => {
  count += 1
  for (const provider of [google, github]) {
    provider.isDown = false
    provider.person = { ...ada, id: String(9000 + count), email: newAddress() }
  }
})

interface Returned {
  code: string
  state: string
  binding: string
  iss?: string
}

/** Begins a sign-in, visits the provider, and returns. */
async function comeBack(provider: ProviderId, on = server): Promise<Returned> {
  const { url, binding } = (await on.call(startProvider, { body: { provider } })).ok()
  return { ...(await returnedFrom(url)), binding }
}

async function returnedFrom(url: string) {
  const params = await visitProvider(url)
  const iss = params.get('iss')
  return {
    code: params.get('code') ?? '',
    state: params.get('state') ?? '',
    ...(iss !== null && { iss }),
  }
}

function send(provider: ProviderId, { code, ...rest }: Returned, more: object = {}, on = server) {
  return provider === 'google'
    ? on.call(googleAuth, { body: { auth_code: code, ...rest, ...more } })
    : on.call(githubAuth, {
        body: { id_token: code, state: rest.state, binding: rest.binding, ...more },
      })
}

const signIn = async (provider: ProviderId, more: object = {}) =>
  send(provider, await comeBack(provider), more)

async function linkTo(as: { token: string }, provider: ProviderId) {
  const start = (await server.call(startLink, { body: { provider } }, as)).ok()
  const body = { provider, ...(await returnedFrom(start.url)), binding: start.binding }
  return server.call(linkProvider, { body }, as)
}

const linkedOf = async (as: { token: string }) =>
  (await server.call(listLinked, {}, as)).ok().linked

const rowOf = (email: string) =>
  server.app.db.read
    .selectFrom('users')
    .selectAll()
    .where('email_key', '=', emailKey(email))
    .executeTakeFirst()

describe('authentication', () => {
  test('linking and unlinking a provider need a session (401)', async () => {
    const body = { provider: 'google' } as const
    expect((await server.call(startLink, { body })).status).toBe(401)
    expect((await server.call(unlinkProvider, { body })).status).toBe(401)
    expect((await server.call(listLinked, {})).status).toBe(401)
  })
})

describe('an account for a provider’s address', () => {
  test.each(['google', 'github'] as const)(
    'is neither opened nor made if %s has not verified the address',
    async (id) => {
      const provider = id === 'google' ? google : github
      const account = await addAccount(server)
      const other = newAddress()
      for (const address of [account.email, other]) {
        provider.person = { ...provider.person, email: address, isVerified: false }
        expect((await signIn(id)).error()).toMatchObject({
          code: 'forbidden',
          details: [{ path: 'email', rule: 'unverified_there' }],
        })
      }
      expect(await linkedOf(account)).toEqual([])
      expect(await rowOf(other)).toBeUndefined()
    },
  )

  // U+212A, the Kelvin sign, has the same lower-case letter as K.
  test.each(['google', 'github'] as const)(
    'is a new one if the address at %s only looks like that of an existing account',
    async (id) => {
      const provider = id === 'google' ? google : github
      const account = await addAccount(server, `kate-${id}@example.org`)
      const { user } = (await server.call(getUser, {}, account)).ok()
      const email = account.email.replace('k', '\u212a')
      provider.person = { ...provider.person, email }
      expect((await signIn(id)).ok().user).toMatchObject({ email })
      expect((await signIn(id)).ok().user.id).not.toBe(user.id)
      expect(await linkedOf(account)).toEqual([])
    },
  )

  test('is not made if sign-up is closed (403)', async () => {
    const closed = await startTestServer({
      PUBLIC_URL,
      ...github.settings,
      SIGNUP: 'closed',
    })
    try {
      const returned = await comeBack('github', closed)
      expect((await send('github', returned, {}, closed)).error().code).toBe('forbidden')
    } finally {
      await closed.remove()
    }
  })

  test('is made if sign-up needs an invitation and the verified address has one', async () => {
    const invites = await startTestServer({ PUBLIC_URL, ...github.settings, SIGNUP: 'invite' })
    try {
      const refused = await send('github', await comeBack('github', invites), {}, invites)
      expect(refused.error().code).toBe('forbidden')

      const owner = await addOwner(invites)
      const { email } = github.person
      const resource = { resource: 'project', resource_id: owner.project.id } as const
      const invitation = { body: { ...resource, email, role: 'user' } } as const
      ;(await invites.call(addInvite, invitation, owner)).ok()
      const { user } = (
        await send('github', await comeBack('github', invites), {}, invites)
      ).ok() as { user: { email: string } }
      expect(user.email).toBe(email)
    } finally {
      await invites.remove()
    }
  })
})

describe('a sign-in with a provider is refused', () => {
  test.each(['google', 'github'] as const)(
    'if the code of %s was used before',
    async (provider) => {
      const returned = await comeBack(provider)
      ;(await send(provider, returned)).ok()
      expect((await send(provider, returned)).error()).toMatchObject({
        code: 'invalid',
        details: [{ path: 'state', rule: 'challenge' }],
      })
    },
  )

  test('if another browser began it', async () => {
    const theirs = await comeBack('github')
    const mine = await comeBack('github')
    const mixed = [
      { ...theirs, binding: mine.binding },
      { ...theirs, state: mine.state },
      { ...theirs, binding: '' },
      { ...theirs, state: `${theirs.state}x` },
    ]
    for (const returned of mixed)
      expect((await send('github', returned)).error().code).toBe('invalid')
    expect((await send('github', theirs)).status).toBe(200)
  })

  test('with a state of the other provider or of a link', async () => {
    const returned = await comeBack('github')
    expect((await send('google', returned)).error().details).toMatchObject([
      { path: 'state', rule: 'challenge' },
    ])
    const account = await addAccount(server)
    const start = (await server.call(startLink, { body: { provider: 'github' } }, account)).ok()
    const linking = { ...(await returnedFrom(start.url)), binding: start.binding }
    expect((await send('github', linking)).error().details).toMatchObject([
      { path: 'state', rule: 'challenge' },
    ])
  })

  test('ten minutes after it began', async () => {
    const returned = await comeBack('github')
    clock.advance(10 * 60_000)
    expect((await send('github', returned)).error().details).toMatchObject([
      { path: 'state', rule: 'challenge' },
    ])
  })

  test.each(['google', 'github'] as const)(
    'by %s if the code is made up, with a message',
    async (provider) => {
      const returned = { ...(await comeBack(provider)), code: 'made-up' }
      expect((await send(provider, returned)).error()).toMatchObject({
        code: 'invalid',
        message: expect.stringContaining('did not confirm this sign-in'),
      })
    },
  )

  test('if its issuer is not Google', async () => {
    const returned = { ...(await comeBack('google')), iss: 'https://elsewhere.example' }
    expect((await send('google', returned)).error().code).toBe('invalid')
  })

  test('with an access token, or a code without state and binding', async () => {
    const bodies = [{ access_token: 'ya29.x' }, { auth_code: 'x' }, { auth_code: 'x', state: 'y' }]
    for (const body of bodies)
      expect((await server.send(googleAuth, { body })).error().code).toBe('invalid')
  })
})

describe('an unavailable provider', () => {
  test('answers 424 and names the setting if the provider is not configured', async () => {
    const unconfigured = await startTestServer()
    try {
      expect((await unconfigured.call(signInOptions, {})).ok()).toEqual({
        providers: [],
        google_popup: null,
        captcha: null,
      })
      for (const provider of ['google', 'github'] as const) {
        expect(
          (await unconfigured.call(startProvider, { body: { provider } })).error(),
        ).toMatchObject({
          code: 'not_configured',
          message: expect.stringContaining(`${provider.toUpperCase()}_CLIENT_ID`),
        })
      }
    } finally {
      await unconfigured.remove()
    }
  })

  test('fails with a message that names it, and works at the next attempt', async () => {
    const returned = await comeBack('github')
    github.isDown = true
    const unavailable = {
      status: 503,
      code: 'unavailable',
      message: expect.stringContaining('GitHub'),
    }
    expect((await send('github', returned)).error()).toMatchObject(unavailable)
    github.isDown = 'api'
    expect((await signIn('github')).error()).toMatchObject(unavailable)
    github.isDown = false
    expect((await send('github', returned)).status).toBe(200)
  })
})

describe.each(['google', 'github'] as const)('a sign-in with %s', (id) => {
  const provider = () => (id === 'google' ? google : github)

  test('creates an account with the referral code, and opens it again if the address changes there', async () => {
    const { email } = provider().person
    const first = (await signIn(id, { referral_code: 'friend-7' })).ok()
    expect(first.user).toMatchObject({
      email,
      first_name: 'Ada',
      last_name: 'Lovelace',
      status: 'active',
    })
    expect(await rowOf(email)).toMatchObject({ referral_code: 'friend-7', password_hash: null })
    provider().person = { ...provider().person, email: newAddress() }
    const second = (await signIn(id)).ok()
    expect(second.user.id).toBe(first.user.id)
    expect((await server.call(getUser, {}, second)).ok().user.email).toBe(email)
  })

  test('opens the account with that address, and e-mails its owner', async () => {
    const account = await addAccount(server)
    provider().person = { ...provider().person, email: account.email.toUpperCase() }
    const { user } = (await signIn(id)).ok()
    expect(user.email).toBe(account.email)
    expect(await linkedOf(account)).toMatchObject([{ provider: id }])
    expect((await mailTo(server, account.email, 2)).subject).toBe('A new way to log in was added')
    // The password still works.
    const body = { email: account.email, password: PASSWORD }
    expect((await server.call(authenticate, { body })).status).toBe(200)
  })

  test('replaces the name and password of an account that was never confirmed', async () => {
    const email = newAddress()
    const body = { email, password: PASSWORD, first_name: 'Mallory' }
    ;(await server.call(signup, { body })).ok()
    provider().person = { ...provider().person, email }
    const { user } = (await signIn(id)).ok()
    expect(user).toMatchObject({ email, status: 'active', first_name: 'Ada' })
    const refused = await server.call(authenticate, { body: { email, password: PASSWORD } })
    expect(refused.status).toBe(401)
  })

  test('asks for the second step of an account that has it, and links nothing before that', async () => {
    const account = await addTwoStepAccount(server)
    provider().person = { ...provider().person, email: account.email }
    const returned = await comeBack(id)
    expect((await send(id, returned)).status).toBe(206)
    expect(await linkedOf(account)).toEqual([])
    expect((await send(id, returned, { otp: '000000' })).error().details).toMatchObject([
      { path: 'otp' },
    ])
    expect(
      (await send(id, { ...returned, code: 'another' }, { otp: otpAt(server, 0) })).status,
    ).toBe(400)
    const { token } = (await send(id, returned, { otp: otpAt(server, 0) })).ok()
    expect(await linkedOf({ token })).toMatchObject([{ provider: id }])
    expect((await send(id, returned, { otp: otpAt(server, 1) })).status).toBe(400)
  })

  test('can be linked to an account and unlinked', async () => {
    const account = await addAccount(server)
    const { linked } = (await linkTo(account, id)).ok()
    expect(linked).toMatchObject({ provider: id, email: provider().person.email })
    expect((await signIn(id)).ok().user.email).toBe(account.email)
    ;(await server.call(unlinkProvider, { body: { provider: id } }, account)).ok()
    expect(await linkedOf(account)).toEqual([])
    const second = await server.call(unlinkProvider, { body: { provider: id } }, account)
    expect(second.error().code).toBe('not_found')
    const [unlinked, linkedAs] = await auditActions(server, account)
    expect(unlinked?.[0]).toBe('account.unlink')
    expect(linkedAs).toEqual(['account.link', `${providerTitles[id]}: ${provider().person.email}`])
  })

  test('cannot be unlinked if it is the only way to sign in', async () => {
    const session = (await signIn(id)).ok()
    const refused = await server.call(unlinkProvider, { body: { provider: id } }, session)
    expect(refused.error()).toMatchObject({ code: 'conflict', details: [{ rule: 'last_way' }] })
    expect(await linkedOf(session)).toMatchObject([{ provider: id }])
  })

  test('is linked to one account, which has one link for each provider', async () => {
    ;(await signIn(id)).ok()
    const account = await addAccount(server)
    expect((await linkTo(account, id)).error().code).toBe('conflict')
    provider().person = { ...provider().person, id: `77${count}` }
    ;(await linkTo(account, id)).ok()
    provider().person = { ...provider().person, id: `78${count}` }
    expect((await linkTo(account, id)).error().code).toBe('conflict')
  })
})

test('a link that another user began is refused', async () => {
  const [account, other] = [await addAccount(server), await addPerson(server)]
  const start = (await server.call(startLink, { body: { provider: 'github' } }, other)).ok()
  const body = {
    provider: 'github' as const,
    ...(await returnedFrom(start.url)),
    binding: start.binding,
  }
  expect((await server.call(linkProvider, { body }, account)).error().code).toBe('invalid')
  expect(await linkedOf(account)).toEqual([])
})

test('linking needs the password if the sign-in is older than ten minutes', async () => {
  const account = await addAccount(server)
  clock.advance(11 * 60_000)
  const refused = await server.call(startLink, { body: { provider: 'google' } }, account)
  expect(refused.error().details).toMatchObject([{ path: 'current_password', rule: 'required' }])
  const body = { provider: 'google' as const, current_password: PASSWORD }
  expect((await server.call(startLink, { body }, account)).status).toBe(200)
})

test('the browser is redirected with PKCE and a nonce to the provider in the settings', async () => {
  const { url } = (await server.call(startProvider, { body: { provider: 'google' } })).ok()
  const { origin, searchParams } = new URL(url)
  expect(origin).toBe(google.url)
  expect(Object.fromEntries(searchParams)).toMatchObject({
    response_type: 'code',
    redirect_uri: `${PUBLIC_URL}/auth/google/callback`,
    code_challenge_method: 'S256',
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
  })
})
