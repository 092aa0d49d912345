import { type } from 'arktype'

import { endpoint } from './endpoint.ts'
import { id } from './ids.ts'
import { message } from './page.ts'

/** A session of the signed-in user. */
export const signedInSession = () =>
  type({
    id: id(),
    /** The browser and the system: `Firefox on Windows`. */
    device: 'string',
    /** The IP address from which the session was opened. */
    place: 'string | null',
    created_at: 'string',
    /** Accurate to the hour. */
    last_seen_at: 'string',
    /** Whether this call used the session. */
    is_current: 'boolean',
  })
export type SignedInSession = ReturnType<typeof signedInSession>['infer']

export const listSessions = endpoint({
  id: 'users.listSessions',
  method: 'GET',
  path: '/users/listSessions',
  auth: 'session',
  summary: 'Returns the user’s sessions: the current one first, then the others by last use.',
  response: () => type({ sessions: signedInSession().array(), total: 'number' }),
})

export const endSession = endpoint({
  id: 'users.endSession',
  method: 'POST',
  path: '/users/endSession',
  auth: 'session',
  summary: 'Ends a session of the user at once, including the current one.',
  body: () => type({ session_id: id() }),
  response: message,
  errors: ['not_found'],
})
