import { type } from 'arktype'

import { emailAddress } from './email-address.ts'
import { endpoint } from './endpoint.ts'
import { id } from './ids.ts'
import { inviteCode } from './invites.ts'
import { message } from './page.ts'
import { providerIds } from './sign-in-options.ts'

/**
 * Password rules follow NIST 800-63B-4: a minimum length, no rules of composition. The maximum is in bytes and keeps
 * hashing cheap.
 */
export const PASSWORD_MIN = 8
/** Maximum length of a password, in bytes. */
export const PASSWORD_MAX = 256

const password = () => type('string').atLeastLength(1).atMostLength(PASSWORD_MAX)
const newPassword = () => type('string').atLeastLength(PASSWORD_MIN).atMostLength(PASSWORD_MAX)
const name = () => type('string').atMostLength(100)
const otp = () => type('string').atMostLength(32)
const code = () => type('string').atLeastLength(16).atMostLength(128)

/** A person with an account, as they see themselves. */
export const user = () =>
  type({
    id: id(),
    email: 'string',
    /** A new address that has not been confirmed yet; `email` stays in force until then. */
    'pending_email?': 'string',
    first_name: 'string',
    last_name: 'string',
    avatar: 'string | null',
    avatar_url: 'string | null',
    status: "'active' | 'unverified' | 'deactivated'",
    /** Whether the welcome has yet to be shown; an update with `first_login: false` says that it was. */
    first_login: 'boolean',
    welcomed: 'boolean',
    is_staff: 'boolean',
    two_factor: 'boolean',
    theme: "'light' | 'dark' | 'system' | null",
    /** Whether the user gets e-mails about comments that mention them. */
    mention_mails: 'boolean',
    created_at: 'string',
    /** Set while a staff member views this account, during which nothing can be changed. */
    'support?': { by: 'string' },
    rev: 'number',
  })
export type User = ReturnType<typeof user>['infer']

/** The response to every sign-in. */
export const session = () => type({ user: user(), token: 'string' })

/** Sign-in methods of an account in addition to its password. */
export const signInMethod = () =>
  type({ kind: type.enumerated('passkey', ...providerIds), title: 'string' })
export type SignInMethod = ReturnType<typeof signInMethod>['infer']

export const authenticate = endpoint({
  id: 'users.authenticate',
  method: 'POST',
  path: '/users/authenticate',
  auth: 'none',
  summary:
    'Signs in. Status 206 with the one-time-code header and an empty body means that the code is missing: send the same again with it. For 403 with the rule `unverified`, confirm the address first.',
  body: () => type({ email: emailAddress(), password: password(), 'otp?': otp() }),
  response: session,
})

export const signup = endpoint({
  id: 'users.signup',
  method: 'POST',
  path: '/users/signup',
  auth: 'none',
  summary:
    'Creates an account and e-mails a verification link. Also returns 201 {} for a taken address; with the right password of that account, signs in. With the `invite_id` of an invitation to this address, needs no e-mail and signs in at once.',
  body: () =>
    type({
      email: emailAddress(),
      password: newPassword(),
      'first_name?': name(),
      'last_name?': name(),
      'captcha_token?': 'string <= 4096',
      'referral_code?': 'string <= 200',
      /** The code of an invitation’s link. It confirms the address, so no other e-mail is needed. */
      'invite_id?': inviteCode(),
    }),
  response: () => type({ 'user?': user(), 'token?': 'string' }),
  mayBeEmpty: true,
  status: 201,
  errors: ['unavailable'],
})

export const verifyEmail = endpoint({
  id: 'users.verifyEmail',
  method: 'POST',
  path: '/users/verifyEmail',
  auth: 'optional',
  summary:
    'Confirms an address with the code of the e-mail and signs in. A new address of an existing account needs a session of that account: send its bearer token, or get 403 with the rule `sign_in`.',
  body: () => type({ verification_code: code(), 'otp?': otp() }),
  response: session,
  errors: ['conflict'],
})

export const resendVerificationEmail = endpoint({
  id: 'users.resendVerificationEmail',
  method: 'POST',
  path: '/users/resendVerificationEmail',
  auth: 'optional',
  summary:
    'Sends the verification e-mail again. The answer is the same for an unknown address. For a new address of an account, send its bearer token.',
  body: () => type({ email: emailAddress() }),
  response: message,
})

export const forgotPassword = endpoint({
  id: 'users.forgotPassword',
  method: 'POST',
  path: '/users/forgotPassword',
  auth: 'none',
  summary: 'E-mails a reset link. The answer is the same for an unknown address.',
  body: () => type({ email: emailAddress() }),
  response: message,
})

export const resetPassword = endpoint({
  id: 'users.resetPassword',
  method: 'POST',
  path: '/users/resetPassword',
  auth: 'none',
  summary:
    'Sets a new password with the code of the e-mail, ends all other sessions and access tokens, and signs in. `sign_in_methods` lists the passkeys and linked accounts that can still sign in.',
  body: () => type({ reset_code: code(), password: newPassword(), 'otp?': otp() }),
  response: () => type({ user: user(), token: 'string', sign_in_methods: signInMethod().array() }),
})

export const getUser = endpoint({
  id: 'users.get',
  method: 'GET',
  path: '/users/get',
  auth: 'user',
  summary: 'Returns the signed-in user, also as `data.user` for older clients.',
  response: () => type({ user: user(), data: { user: user() } }),
})

export const updateUser = endpoint({
  id: 'users.update',
  method: 'PATCH',
  path: '/users/update',
  auth: 'session',
  summary:
    'Changes the profile. A new password or address requires `current_password`. A change of the password or of two-step sign-in ends other sessions at once; a new address takes effect when it is confirmed. Sending the current address cancels a pending change.',
  body: () =>
    type({
      data: {
        'first_name?': name(),
        'last_name?': name(),
        'email?': emailAddress(),
        /** The name of an uploaded picture, or its address on this server. */
        'avatar?': 'string <= 500 | null',
        'password?': newPassword(),
        'current_password?': password(),
        'two_factor?': { enabled: 'boolean', 'secret_code?': 'string <= 128', 'otp?': otp() },
        'first_login?': 'boolean',
        'theme?': "'light' | 'dark' | 'system'",
        'mention_mails?': 'boolean',
      },
      'rev?': 'number.integer',
    }),
  response: () => type({ user: user(), 'recovery_codes?': 'string[]' }),
  errors: ['stale', 'conflict'],
})

export const getDeactivation = endpoint({
  id: 'users.getDeactivation',
  method: 'GET',
  path: '/users/getDeactivation',
  auth: 'session',
  summary:
    'Returns the requirements for closing the account, and the projects whose only admin it is: those with other members prevent it, the others are archived.',
  response: () =>
    type({
      /** An account without a password is closed with an e-mailed code. */
      proof: "'password' | 'code'",
      projects: type({
        id: id(),
        title: 'string',
        other_members: 'number',
        outcome: "'blocks' | 'archived'",
      }).array(),
    }),
})
export type Deactivation = ReturnType<(typeof getDeactivation)['response']>['infer']

export const sendDeactivationCode = endpoint({
  id: 'users.sendDeactivationCode',
  method: 'POST',
  path: '/users/sendDeactivationCode',
  auth: 'session',
  summary: 'E-mails the code that is required to close an account without a password.',
  response: message,
  errors: ['conflict'],
})

export const deactivateUser = endpoint({
  id: 'users.deactivate',
  method: 'POST',
  path: '/users/deactivate',
  auth: 'session',
  summary:
    'Closes the account for good and ends all its sessions at once. Requires `current_password`, or the e-mailed `code` if the account has none. A 409 names the projects that have other members but no other admin; projects without other members are archived.',
  body: () => type({ 'current_password?': password(), 'code?': code() }),
  response: message,
  errors: ['conflict'],
})

export const logout = endpoint({
  id: 'users.logout',
  method: 'POST',
  path: '/users/logout',
  auth: 'session',
  summary: 'Ends the session of the bearer token.',
  usesCookie: true,
  response: message,
})

export const logoutOthers = endpoint({
  id: 'users.logoutOthers',
  method: 'POST',
  path: '/users/logoutOthers',
  auth: 'session',
  summary: 'Ends all sessions of the user except that of the bearer token.',
  response: message,
})
