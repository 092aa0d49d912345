import { type } from 'arktype'

import { endpoint } from './endpoint.ts'
import { id } from './ids.ts'
import { message } from './page.ts'
import { session } from './users.ts'

const title = () => type('0 < string <= 100')

/** A browser's WebAuthn credential as JSON. The server validates every part. */
const credential = () =>
  type({
    id: '0 < string <= 1400',
    rawId: '0 < string <= 1400',
    type: "'public-key'",
    response: 'Record<string, unknown>',
    clientExtensionResults: 'Record<string, unknown>',
    'authenticatorAttachment?': 'string <= 40 | null',
  })

/** A passkey of an account, without its key. */
export const passkey = () =>
  type({ id: id(), title: 'string', created_at: 'string', last_used_at: 'string | null' })
export type Passkey = ReturnType<typeof passkey>['infer']

export const startPasskeyAuth = endpoint({
  id: 'users.startPasskeyAuth',
  method: 'POST',
  path: '/users/startPasskeyAuth',
  auth: 'none',
  summary: 'Returns the challenge for a passkey, valid for ten minutes.',
  response: () => type({ options: 'object' }),
})

export const passkeyAuth = endpoint({
  id: 'users.passkeyAuth',
  method: 'POST',
  path: '/users/passkeyAuth',
  auth: 'none',
  summary:
    'Signs in with a passkey. A passkey counts as both steps, so no one-time code is needed.',
  body: () => type({ credential: credential() }),
  response: session,
})

export const startPasskey = endpoint({
  id: 'users.startPasskey',
  method: 'POST',
  path: '/users/startPasskey',
  auth: 'session',
  summary:
    'Returns the options with which a browser creates a passkey. If the sign-in is older than ten minutes, `current_password` is required.',
  body: () => type({ 'current_password?': '0 < string <= 256' }),
  response: () => type({ options: 'object' }),
  // Every call creates a new challenge.
  isRepeatable: true,
  errors: ['conflict'],
})

export const addPasskey = endpoint({
  id: 'users.addPasskey',
  method: 'POST',
  path: '/users/addPasskey',
  auth: 'session',
  summary: 'Adds the passkey that the browser created.',
  body: () => type({ title: title(), credential: credential() }),
  response: () => type({ passkey: passkey() }),
  status: 201,
  errors: ['conflict'],
})

export const listPasskeys = endpoint({
  id: 'users.listPasskeys',
  method: 'GET',
  path: '/users/listPasskeys',
  auth: 'session',
  summary: 'Returns the passkeys of the user, newest first.',
  response: () => type({ passkeys: passkey().array(), total: 'number' }),
})

export const updatePasskey = endpoint({
  id: 'users.updatePasskey',
  method: 'PATCH',
  path: '/users/updatePasskey',
  auth: 'session',
  summary: 'Renames a passkey.',
  body: () => type({ passkey_id: id(), data: { title: title() } }),
  response: () => type({ passkey: passkey() }),
  errors: ['not_found'],
})

export const deletePasskey = endpoint({
  id: 'users.deletePasskey',
  method: 'DELETE',
  path: '/users/deletePasskey',
  auth: 'session',
  summary: 'Removes a passkey. Returns 409 if it is the only way to sign in.',
  query: () => type({ passkey_id: id() }),
  response: message,
  errors: ['conflict', 'not_found'],
})
