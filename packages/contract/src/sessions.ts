import { type } from 'arktype'

import { endpoint } from './endpoint.ts'
import { id } from './ids.ts'
import { message } from './page.ts'

/** Where somebody is signed in. */
export const signedInSession = () =>
  type({
    id: id(),
    /** The browser and the system, in words: `Firefox on Windows`. */
    device: 'string',
    /** The address that it was opened from. */
    place: 'string | null',
    created_at: 'string',
    /** To the hour. */
    last_seen_at: 'string',
    /** Whether this call was made with it. */
    is_current: 'boolean',
  })
export type SignedInSession = ReturnType<typeof signedInSession>['infer']

export const listSessions = endpoint({
  id: 'users.listSessions',
  method: 'GET',
  path: '/users/listSessions',
  auth: 'session',
  summary: 'Where the user is signed in: this session first, then those seen last.',
  response: () => type({ sessions: signedInSession().array(), total: 'number' }),
})

export const endSession = endpoint({
  id: 'users.endSession',
  method: 'POST',
  path: '/users/endSession',
  auth: 'session',
  summary: 'Ends one session of the user at once, this one too.',
  body: () => type({ session_id: id() }),
  response: message,
  errors: ['not_found'],
})
