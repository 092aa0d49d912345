import { type } from 'arktype'

import { endpoint } from './endpoint.ts'

export const healthz = endpoint({
  id: 'health.live',
  method: 'GET',
  path: '/healthz',
  base: 'origin',
  auth: 'none',
  summary: 'Answers while the process is alive; checks nothing else.',
  response: () => type({ status: "'ok'" }),
})

export const readyz = endpoint({
  id: 'health.ready',
  method: 'GET',
  path: '/readyz',
  base: 'origin',
  auth: 'none',
  summary: 'Answers once the database responds and its schema is up to date.',
  response: () => type({ status: "'ready'" }),
  errors: ['unavailable'],
})
