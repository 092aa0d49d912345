import { type ProviderId, signInOptions } from '@typecase/contract/sign-in-options'
import {
  githubAuth,
  googleAuth,
  linkProvider,
  startGooglePopup,
  startLink,
  startProvider,
} from '@typecase/contract/sign-in-providers'
import { parseCookie } from 'cookie'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { addAccount, addTwoStepAccount, newAddress, otpAt } from '../../testing/accounts.ts'
import {
  ada,
  type LoopbackProvider,
  startGithub,
  startGoogle,
  visitProvider,
} from '../../testing/sign-in-providers.ts'
import { type LoopbackPopup, startLoopbackPopup } from '../../testing/google-popup.ts'
import { type LoopbackTokenInfo, startTokenInfo } from '../../testing/google-tokens.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

/** Origin of the dashboard, whose pages send state and binding of a sign-in in a cookie. */
const PUBLIC_URL = 'http://127.0.0.1:4700'

let server: TestServer
let google: LoopbackProvider
let github: LoopbackProvider
let tokenInfo: LoopbackTokenInfo
const clock = createTestClock()
beforeAll(async () => {
  google = await startGoogle(`${PUBLIC_URL}/auth/google/callback`)
  github = await startGithub(`${PUBLIC_URL}/auth/github/callback`)
  tokenInfo = await startTokenInfo(google, `${PUBLIC_URL}/auth/google/callback`)
  server = await startTestServer(
    { PUBLIC_URL, ...google.settings, ...tokenInfo.settings, ...github.settings },
    { clock },
  )
})
afterAll(async () => {
  await server.remove()
  await tokenInfo.close()
  await google.close()
  await github.close()
})

let count = 0
beforeEach(() => {
  count += 1
  for (const provider of [google, github])
    provider.person = { ...ada, id: String(8000 + count), email: newAddress() }
})

/** What the browser holds when it returns from the provider. */
interface Visit {
  code: string
  state: string
  cookie: string
}

async function visit(provider: ProviderId): Promise<Visit> {
  const start = await server.call(startProvider, { body: { provider } })
  const params = await visitProvider(start.ok().url)
  const cookie = cookiesOf(start.headers)[0]?.split(';')[0] ?? ''
  return { code: params.get('code') ?? '', state: params.get('state') ?? '', cookie }
}

const cookiesOf = (headers: Record<string, unknown>) =>
  (headers['set-cookie'] ?? []) as readonly string[]

function finish(
  provider: ProviderId,
  { code, cookie }: Omit<Visit, 'state'>,
  more: object = {},
  origin = PUBLIC_URL,
) {
  const headers = { cookie, origin }
  return provider === 'google'
    ? server.call(googleAuth, { body: { auth_code: code, ...more } }, { headers })
    : server.call(githubAuth, { body: { id_token: code, ...more } }, { headers })
}

const badState = { code: 'invalid', details: [{ path: 'state', rule: 'challenge' }] }

describe.each(['google', 'github'] as const)('a sign-in with %s and the cookie', (id) => {
  test('is refused to a page of another origin (403)', async () => {
    const returned = await visit(id)
    const otherPort = 'http://127.0.0.1:4701'
    for (const origin of ['https://evil.example', otherPort, 'https://127.0.0.1:4700', 'null']) {
      expect((await finish(id, returned, {}, origin)).error()).toMatchObject({
        code: 'forbidden',
        message: expect.stringContaining(PUBLIC_URL),
      })
    }
    expect((await finish(id, returned)).status).toBe(200)
  })

  test('is refused without the cookie or with that of another browser', async () => {
    const [returned, theirs] = [await visit(id), await visit(id)]
    for (const cookie of ['', 'sign-in=', 'sign-in=x', `${returned.cookie}x`])
      expect((await finish(id, { ...returned, cookie })).error()).toMatchObject(badState)
    // Login CSRF: the attacker's code and state reach a page whose browser has its own sign-in.
    const { code, state } = theirs
    const mixed = await finish(id, { code, cookie: returned.cookie }, { state })
    expect(mixed.error()).toMatchObject(badState)
    // Without the state, PKCE refuses the code.
    expect((await finish(id, { code, cookie: returned.cookie })).error()).toMatchObject({
      code: 'invalid',
      message: expect.stringContaining('did not confirm this sign-in'),
    })
  })

  test('works once, for ten minutes', async () => {
    const returned = await visit(id)
    expect((await finish(id, returned)).status).toBe(200)
    expect((await finish(id, returned)).error()).toMatchObject(badState)
    const lateAnswer = await visit(id)
    clock.advance(10 * 60_000)
    expect((await finish(id, lateAnswer)).error()).toMatchObject(badState)
  })

  test('is refused with the cookie of the other provider', async () => {
    const { cookie } = await visit(id === 'google' ? 'github' : 'google')
    const { code } = await visit(id)
    expect((await finish(id, { code, cookie })).error()).toMatchObject(badState)
  })

  test('succeeds with the code and a referral code, and deletes the cookie', async () => {
    const returned = await visit(id)
    const answer = await finish(id, returned, { referral_code: 'friend-7' })
    const { email } = (id === 'google' ? google : github).person
    expect(answer.ok().user).toMatchObject({ email })
    expect(cookiesOf(answer.headers).map((one) => one.replace(/Path=[^;]+/, ''))).toEqual([
      'sign-in=; Max-Age=0; ; HttpOnly; SameSite=Strict',
      'sign-in=; Max-Age=0; ; HttpOnly; SameSite=Strict',
    ])
    // The response may include the state, as the provider sent it.
    const { code, cookie, state } = await visit(id)
    expect((await finish(id, { code, cookie }, { state })).status).toBe(200)
  })

  test('keeps the cookie until the second step is done', async () => {
    const account = await addTwoStepAccount(server)
    const provider = id === 'google' ? google : github
    provider.person = { ...provider.person, email: account.email }
    const returned = await visit(id)
    const half = await finish(id, returned)
    expect([half.status, cookiesOf(half.headers)]).toEqual([206, []])
    expect((await finish(id, returned, { otp: otpAt(server, 0) })).status).toBe(200)
  })
})

describe('a token of Google’s implicit flow', () => {
  /** Starts a sign-in as a page does. @returns its cookie, and the nonce for the token */
  async function begin() {
    const start = await server.call(startProvider, { body: { provider: 'google' } })
    const nonce = new URL(start.ok().url).searchParams.get('nonce') ?? ''
    return { cookie: cookiesOf(start.headers)[0]?.split(';')[0] ?? '', nonce }
  }

  const send = (id_token: string, cookie: string, more: object = {}) =>
    server.call(googleAuth, { body: { id_token, ...more } }, { headers: { cookie } })

  const refused = (rule: string) => ({ code: 'invalid', details: [{ path: 'id_token', rule }] })

  describe.each(['id_token', 'access_token'] as const)('%s', (kind) => {
    test.each([{ aud: 'elsewhere' }, { azp: 'elsewhere' }, { aud: undefined }])(
      'is refused if it was issued to another site: %o',
      async (claims) => {
        const { [kind]: token } = await tokenInfo.issue(claims)
        const { cookie } = await begin()
        expect((await send(token, cookie)).error()).toMatchObject(refused('audience'))
      },
    )

    test('opens an account, once, and a sign-in with a code opens the same one', async () => {
      const { [kind]: token } = await tokenInfo.issue()
      const { cookie } = await begin()
      const { user } = (await send(token, cookie, { referral_code: 'friend-8' })).ok()
      expect(user).toMatchObject({
        email: google.person.email,
        first_name: 'Ada',
        last_name: 'Lovelace',
      })
      expect((await send(token, cookie)).error()).toMatchObject(badState)
      const second = await send(token, (await begin()).cookie)
      expect(second.error()).toMatchObject(refused('challenge'))
      // A sign-in with a code finds the same account, because both have the same subject.
      expect((await finish('google', await visit('google'))).ok().user.id).toBe(user.id)
    })

    test('needs a sign-in that this browser began', async () => {
      const { [kind]: token } = await tokenInfo.issue()
      expect((await send(token, '')).error()).toMatchObject(badState)
    })

    test('requires the second step of an account that has it, and is sent again with the code', async () => {
      const account = await addTwoStepAccount(server)
      google.person = { ...google.person, email: account.email }
      const { [kind]: token } = await tokenInfo.issue()
      const { cookie } = await begin()
      expect((await send(token, cookie)).status).toBe(206)
      expect((await send(token, cookie, { otp: otpAt(server, 0) })).status).toBe(200)
    })

    test('is refused if its e-mail address is not verified (403)', async () => {
      google.person = { ...google.person, isVerified: false }
      const { [kind]: token } = await tokenInfo.issue()
      expect((await send(token, (await begin()).cookie)).error().code).toBe('forbidden')
    })
  })

  test('must have the nonce of its sign-in if it has one', async () => {
    const { cookie, nonce } = await begin()
    const other = await tokenInfo.issue({}, 'of another sign-in')
    expect((await send(other.id_token, cookie)).error()).toMatchObject(refused('token'))
    const { id_token } = await tokenInfo.issue({}, nonce)
    expect((await send(id_token, cookie)).status).toBe(200)
  })

  test('is refused if it has another issuer or is invalid', async () => {
    const { id_token } = await tokenInfo.issue({ iss: 'https://elsewhere.example' })
    for (const token of [id_token, 'ya29.made-up', 'eyJhbGciOiJub25lIn0.e30.x'])
      expect((await send(token, (await begin()).cookie)).error()).toMatchObject(refused('token'))
  })

  test('can be sent again after Google was unavailable (503)', async () => {
    const { access_token } = await tokenInfo.issue()
    const { cookie } = await begin()
    tokenInfo.isDown = true
    expect((await send(access_token, cookie)).error().code).toBe('unavailable')
    tokenInfo.isDown = false
    expect((await send(access_token, cookie)).status).toBe(200)
  })

  test('cannot be sent together with a code, but one of them is required', async () => {
    const both = await send('x', '', { auth_code: 'y' })
    expect(both.error().details).toMatchObject([{ path: 'id_token', rule: 'one_of' }])
    const neither = await server.call(googleAuth, { body: {} })
    expect(neither.error().details).toMatchObject([{ path: 'auth_code', rule: 'required' }])
  })
})

describe('a code of Google’s pop-up', () => {
  let popup: LoopbackPopup
  let popups: TestServer
  beforeAll(async () => {
    popup = await startLoopbackPopup()
    popups = await startTestServer({ PUBLIC_URL, ...popup.settings }, { clock })
  })
  afterAll(async () => {
    await popups.remove()
    await popup.close()
  })
  beforeEach(() => {
    popup.person = { ...ada, id: String(7000 + count), email: newAddress() }
  })

  async function begin() {
    const start = await popups.call(startGooglePopup, {})
    return { ...start.ok(), cookie: cookiesOf(start.headers)[0]?.split(';')[0] ?? '' }
  }

  const send = (auth_code: string, cookie: string, more: object = {}, origin = PUBLIC_URL) =>
    popups.call(googleAuth, { body: { auth_code, ...more } }, { headers: { cookie, origin } })

  const refused = { code: 'invalid', details: [{ path: 'auth_code', rule: 'code' }] }

  test('needs a server with the setting for Google’s script (424)', async () => {
    expect((await server.call(startGooglePopup, {})).error()).toMatchObject({
      code: 'not_configured',
      message: expect.stringContaining('GOOGLE_SCRIPT_URL'),
    })
    expect((await server.call(signInOptions, {})).ok().google_popup).toBeNull()
    expect((await popups.call(signInOptions, {})).ok().google_popup).toEqual({
      client_id: popup.settings['GOOGLE_CLIENT_ID'],
      script: `${popup.url}/gsi/client`,
    })
  })

  test('signs in once, in the browser that began the sign-in', async () => {
    const [{ state, cookie }, other] = [await begin(), await begin()]
    const code = popup.newCode()
    const elsewhere = await send(code, cookie, {}, 'https://evil.example')
    expect(elsewhere.error().code).toBe('forbidden')
    expect((await send(code, '')).error()).toMatchObject(badState)
    expect((await send(code, cookie, { state: other.state })).error()).toMatchObject(badState)
    const { user } = (await send(code, cookie, { state, referral_code: 'friend-9' })).ok()
    expect(user).toMatchObject({ email: popup.person.email, first_name: 'Ada' })
    expect((await send(code, cookie)).error()).toMatchObject(badState)
    expect((await send(code, other.cookie)).error()).toMatchObject(refused)
    const lateAnswer = await begin()
    clock.advance(10 * 60_000)
    expect((await send(popup.newCode(), lateAnswer.cookie)).error()).toMatchObject(badState)
  })

  test('is refused for a sign-in by redirect, and the code of a redirect for a pop-up', async () => {
    const { cookie } = await begin()
    const start = await popups.call(startProvider, { body: { provider: 'google' } })
    const params = await visitProvider(start.ok().url)
    expect((await send(params.get('code') ?? '', cookie)).error()).toMatchObject(refused)
    const redirected = cookiesOf(start.headers)[0]?.split(';')[0] ?? ''
    expect((await send(popup.newCode(), redirected)).error()).toMatchObject(refused)
  })
})

test('a link to a provider is completed with its cookie, by the user who began it', async () => {
  const [account, other] = [await addAccount(server), await addAccount(server)]
  const start = await server.call(startLink, { body: { provider: 'github' } }, account)
  const params = await visitProvider(start.ok().url)
  const cookie = cookiesOf(start.headers)[0]?.split(';')[0] ?? ''
  const body = { provider: 'github', code: params.get('code') ?? '' } as const
  const send = ({ token }: { token: string }, headers: Record<string, string>) =>
    server.call(linkProvider, { body }, { token, headers })

  const elsewhere = await send(account, { cookie, origin: 'https://evil.example' })
  expect(elsewhere.error().code).toBe('forbidden')
  expect((await send(account, {})).error()).toMatchObject(badState)
  expect((await send(other, { cookie })).error()).toMatchObject(badState)
  const { linked } = (await send(account, { cookie, origin: PUBLIC_URL })).ok()
  expect(linked).toMatchObject({ provider: 'github', email: github.person.email })
})

test('a binding in the body needs its state', async () => {
  const body = { id_token: 'x', binding: 'y' }
  expect((await server.send(githubAuth, { body })).error().details).toEqual([
    { path: 'state', message: 'state is a required field', rule: 'required' },
  ])
})

/** The cookies of a new sign-in, without their random part. */
async function newCookies(on: TestServer) {
  const start = await on.call(startProvider, { body: { provider: 'github' } })
  const { binding } = start.ok()
  return cookiesOf(start.headers).map((cookie) => {
    const [pair = '', ...attributes] = cookie.split('; ')
    const [[name, value = ''] = []] = Object.entries(parseCookie(pair))
    expect(value).toMatch(new RegExp(`^sign-in\\.\\S+ ${binding}$`))
    return [name, ...attributes].join('; ')
  })
}

test('the cookie is HttpOnly, strict, short-lived and for one call; with HTTPS it is secure', async () => {
  const cookies = await newCookies(server)
  expect(cookies).toEqual([
    'sign-in; Max-Age=600; Path=/v3/admin/users/githubAuth; HttpOnly; SameSite=Strict',
    'sign-in; Max-Age=600; Path=/v3/users/githubAuth; HttpOnly; SameSite=Strict',
  ])
  const https = await startTestServer({
    PUBLIC_URL: 'https://cms.example.com',
    ...github.settings,
  })
  try {
    expect(await newCookies(https)).toEqual(
      cookies.map((one) => `__Secure-${one.replace('HttpOnly', 'HttpOnly; Secure')}`),
    )
  } finally {
    await https.remove()
  }
})
