import { type } from 'arktype'

import { endpoint } from './endpoint.ts'

export const healthz = endpoint({
  id: 'health.live',
  method: 'GET',
  path: '/healthz',
  base: 'origin',
  auth: 'none',
  summary: 'Responds while the process is alive; checks nothing else.',
  response: () => type({ status: "'ok'" }),
})

export const readyz = endpoint({
  id: 'health.ready',
  method: 'GET',
  path: '/readyz',
  base: 'origin',
  auth: 'none',
  summary:
    'Succeeds once the schema is up to date, and while the database responds; otherwise returns 503.',
  response: () => type({ status: "'ready'" }),
  errors: ['unavailable'],
})
