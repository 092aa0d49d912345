import { type } from 'arktype'

import { endpoint } from './endpoint.ts'
import { message } from './page.ts'
import { providerIds } from './sign-in-options.ts'
import { session } from './users.ts'

const provider = () => type.enumerated(...providerIds)
const code = () => type('1 <= string <= 2048')
const state = () => type('1 <= string <= 512')
const binding = () => type('1 <= string <= 128')
const otp = () => type('string <= 32')
const referralCode = () => type('string <= 200')
const password = () => type('0 < string <= 256')

const signInFields = () =>
  ({
    /** Must match the cookie, or `binding`. */
    'state?': state(),
    /** From `startProvider`, for a client without cookies. */
    'binding?': binding(),
    'otp?': otp(),
    'referral_code?': referralCode(),
  }) as const

export const startProvider = endpoint({
  id: 'users.startProvider',
  method: 'POST',
  path: '/users/startProvider',
  auth: 'none',
  summary:
    'Starts a sign-in with Google or GitHub: the browser goes to `url`, and returns to `/auth/<provider>/callback` with a code and a state, within ten minutes. An HttpOnly cookie ties the sign-in to this browser. A client without cookies stores `binding` instead, and sends it with the state.',
  usesCookie: true,
  body: () => type({ provider: provider() }),
  response: () => type({ url: 'string', binding: 'string' }),
  errors: ['not_configured', 'unavailable'],
})

export const startGooglePopup = endpoint({
  id: 'users.startGooglePopup',
  method: 'POST',
  path: '/users/startGooglePopup',
  auth: 'none',
  summary:
    'Starts a sign-in in the pop-up of Google’s script, which gets `state` and returns it with the code. An HttpOnly cookie ties the sign-in to this browser.',
  usesCookie: true,
  response: () => type({ state: 'string' }),
  errors: ['not_configured'],
})

export const googleAuth = endpoint({
  id: 'users.googleAuth',
  method: 'POST',
  path: '/users/googleAuth',
  auth: 'none',
  summary:
    'Signs in with the code that Google gave the browser that called `startProvider`, or with the ID token or access token of Google’s implicit flow as `id_token`, and creates an account if there is none. A token has to be issued to this server’s client id. Status 206 means that the one-time code is missing: send the same again with it.',
  usesCookie: true,
  body: () =>
    type({
      'auth_code?': code(),
      /** An ID token or an access token, instead of the code. */
      'id_token?': '1 <= string <= 4096',
      /** The issuer named in Google's redirect (RFC 9207). */
      'iss?': 'string <= 500',
      ...signInFields(),
    }),
  response: session,
  errors: ['conflict', 'not_configured', 'unavailable'],
})

export const githubAuth = endpoint({
  id: 'users.githubAuth',
  method: 'POST',
  path: '/users/githubAuth',
  auth: 'none',
  summary:
    'Signs in with the code that GitHub gave the browser that called `startProvider`, sent as `id_token`, and creates an account if there is none. Status 206 means that the one-time code is missing: send the same again with it.',
  usesCookie: true,
  body: () =>
    type({
      id_token: code(),
      ...signInFields(),
    }),
  response: session,
  errors: ['conflict', 'not_configured', 'unavailable'],
})

/** An account at a provider that is linked for sign-in. */
export const linkedAccount = () =>
  type({ provider: provider(), email: 'string', created_at: 'string' })
export type LinkedAccount = ReturnType<typeof linkedAccount>['infer']

export const listLinked = endpoint({
  id: 'users.listLinked',
  method: 'GET',
  path: '/users/listLinked',
  auth: 'session',
  summary: 'Returns the accounts at Google and GitHub that can sign in to this account.',
  response: () => type({ linked: linkedAccount().array(), total: 'number' }),
})

export const startLink = endpoint({
  id: 'users.startLink',
  method: 'POST',
  path: '/users/startLink',
  auth: 'session',
  summary:
    'Starts to link an account at Google or GitHub, like `startProvider` for a sign-in. If the sign-in is older than ten minutes, `current_password` is required.',
  usesCookie: true,
  // A stored response would lack the cookie.
  isRepeatable: true,
  body: () => type({ provider: provider(), 'current_password?': password() }),
  response: () => type({ url: 'string', binding: 'string' }),
  errors: ['conflict', 'not_configured', 'unavailable'],
})

export const linkProvider = endpoint({
  id: 'users.linkProvider',
  method: 'POST',
  path: '/users/linkProvider',
  auth: 'session',
  summary: 'Links the account at Google or GitHub that the browser returned with.',
  usesCookie: true,
  body: () =>
    type({
      provider: provider(),
      code: code(),
      'state?': state(),
      'binding?': binding(),
      'iss?': 'string <= 500',
    }),
  response: () => type({ linked: linkedAccount() }),
  errors: ['conflict', 'not_configured', 'unavailable'],
})

export const unlinkProvider = endpoint({
  id: 'users.unlinkProvider',
  method: 'POST',
  path: '/users/unlinkProvider',
  auth: 'session',
  summary: 'Unlinks an account at Google or GitHub. Returns 409 if it is the only way to sign in.',
  body: () => type({ provider: provider() }),
  response: message,
  errors: ['conflict', 'not_found'],
})
