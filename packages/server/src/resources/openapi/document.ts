import type { Endpoint } from '@typecase/contract/endpoint'
import { errorCodes } from '@typecase/contract/errors'
import { PRODUCT } from '@typecase/contract/product'

import { pathsOf } from '../../http/mount.ts'
import { operationOf } from './operation.ts'

/** The OpenAPI 3.1 document of the endpoints that a server answers. */
export function describeApi(endpoints: readonly Endpoint[], version: string) {
  const paths: Record<string, Record<string, object>> = {}
  for (const endpoint of endpoints) {
    const operation = operationOf(endpoint)
    for (const url of pathsOf(endpoint)) {
      const path = url.replace(/:(\w+)/g, '{$1}')
      const isAdmin = url.startsWith('/v3/admin/')
      const operationId = isAdmin ? `${endpoint.id}.admin` : endpoint.id
      const operations = (paths[path] ??= {})
      operations[endpoint.method.toLowerCase()] = { operationId, ...operation }
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${PRODUCT} API`,
      version,
      description:
        'The calls of the dashboard, under `/v3` and `/v3/admin` alike, and the content API of each bucket.',
    },
    paths,
    components: { schemas: { Error: errorSchema }, securitySchemes },
  }
}

const errorSchema = {
  type: 'object',
  required: ['status', 'code', 'message'],
  properties: {
    status: { type: 'integer', description: 'The HTTP status.' },
    code: { enum: Object.keys(errorCodes), description: 'Match on this, never on the message.' },
    message: { type: 'string' },
    details: {
      type: 'array',
      items: {
        type: 'object',
        required: ['path', 'message'],
        properties: {
          path: { type: 'string', description: 'The field, in dots.' },
          message: { type: 'string' },
          rule: { type: 'string' },
        },
      },
    },
    request_id: { type: 'string' },
    current: { description: 'With `stale`: the state on the server.' },
    base: {
      description: 'With `stale`: the state that the caller started from, where it is known.',
    },
  },
}

const securitySchemes = {
  session: {
    type: 'http',
    scheme: 'bearer',
    description: 'The token that signing in answers.',
  },
  accessToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'A personal access token. With the scope `read` it makes GET calls only.',
  },
  readKey: {
    type: 'apiKey',
    in: 'query',
    name: 'read_key',
    description:
      'The read key of the bucket, or its preview key, which reads drafts and revisions as well.',
  },
  writeKey: {
    type: 'http',
    scheme: 'bearer',
    description: 'The write key of the bucket.',
  },
  writeKeyInAddress: {
    type: 'apiKey',
    in: 'query',
    name: 'write_key',
    description:
      'The same for clients that cannot send headers. Addresses end up in logs: prefer the header.',
  },
}
