import { type } from 'arktype'

import { endpoint } from './endpoint.ts'

export const healthz = endpoint({
  id: 'health.live',
  method: 'GET',
  path: '/healthz',
  base: 'origin',
  auth: 'none',
  summary: 'The process is alive; touches nothing else.',
  response: () => type({ status: "'ok'" }),
})

export const readyz = endpoint({
  id: 'health.ready',
  method: 'GET',
  path: '/readyz',
  base: 'origin',
  auth: 'none',
  summary: 'The database answers and the schema is up to date.',
  response: () => type({ status: "'ready'" }),
  errors: ['unavailable'],
})
