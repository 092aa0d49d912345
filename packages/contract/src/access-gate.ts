import { type } from 'arktype'

import { endpoint } from './endpoint.ts'

/** The error message for a wrong code (specification §8). */
export const INVALID_CODE = 'Invalid access code'

/** Whether the dashboard asks visitors for a code. */
export const accessCodeStatus = endpoint({
  id: 'accessCode.status',
  method: 'GET',
  path: '/api/access-code/status',
  base: 'origin',
  auth: 'none',
  summary: 'Returns whether this installation asks visitors of the dashboard for an access code.',
  response: () => type({ enabled: 'boolean' }),
})

export const verifyAccessCode = endpoint({
  id: 'accessCode.verify',
  method: 'POST',
  path: '/api/access-code/verify',
  base: 'origin',
  auth: 'none',
  summary: 'Checks an access code. Returns 200 if it is right.',
  body: () => type({ accessCode: 'string <= 1000' }),
  response: () => type({ valid: 'true' }),
})
