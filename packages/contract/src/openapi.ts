import { type } from 'arktype'

import { bucketParams } from './content.ts'
import { endpoint } from './endpoint.ts'

export const openApiDocument = endpoint({
  id: 'openapi.document',
  method: 'GET',
  path: '/openapi.json',
  auth: 'none',
  summary: 'Returns this description of every call, as an OpenAPI 3.1 document.',
  response: () => type({ openapi: 'string', info: 'object', paths: 'object' }),
})

export const bucketOpenApiDocument = endpoint({
  id: 'content.openapi.document',
  method: 'GET',
  path: '/openapi.json',
  base: 'content',
  auth: 'read',
  summary:
    'Returns the content API of a bucket as an OpenAPI 3.1 document, with the fields of its object types.',
  params: bucketParams,
  query: () => type({ 'read_key?': 'string <= 200', 'write_key?': 'string <= 200' }),
  response: () => type({ openapi: 'string', info: 'object', paths: 'object' }),
})
