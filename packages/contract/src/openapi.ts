import { type } from 'arktype'

import { endpoint } from './endpoint.ts'

export const openApiDocument = endpoint({
  id: 'openapi.document',
  method: 'GET',
  path: '/openapi.json',
  auth: 'none',
  summary: 'This description of every call, as an OpenAPI 3.1 document.',
  response: () => type({ openapi: 'string', info: 'object', paths: 'object' }),
})
