import type { Endpoint } from '@typecase/contract/endpoint'
import { errorCodes } from '@typecase/contract/errors'
import type { ObjectType } from '@typecase/contract/object-types'
import { PRODUCT } from '@typecase/contract/product'

import { pathsOf } from '../../http/mount.ts'
import { anyObject, contentSchemas } from './content-schemas.ts'
import { failureResponses, operationOf } from './operation.ts'

/** The input for a document. */
export interface DocumentInput {
  readonly endpoints: readonly Endpoint[]
  readonly version: string
  /** The URL of the server. */
  readonly url: string
  /** The bucket whose content API is described, with its object types. */
  readonly bucket?: { readonly slug: string; readonly types: readonly ObjectType[] }
}

/** Builds the OpenAPI 3.1 document of endpoints. Dashboard calls also exist under `/v3/admin`, but are listed once. */
export function describeApi({ endpoints, version, url, bucket }: DocumentInput) {
  const object = bucket && anyObject(bucket.types)
  const paths: Record<string, Record<string, object>> = {}
  for (const endpoint of endpoints) {
    const address = pathsOf(endpoint).find((one) => !one.startsWith('/v3/admin/')) ?? ''
    const path = (bucket ? address.replace(':slug', bucket.slug) : address).replaceAll(
      /:(\w+)/g,
      '{$1}',
    )
    const operations = (paths[path] ??= {})
    operations[endpoint.method.toLowerCase()] = {
      operationId: endpoint.id,
      ...operationOf(endpoint, path, object),
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: bucket ? `${PRODUCT} content API of ${bucket.slug}` : `${PRODUCT} API`,
      version,
      description: bucket
        ? 'The content API of one bucket.'
        : 'The calls of the dashboard, under `/v3` and under `/v3/admin`, and the content API of each bucket.',
    },
    servers: [{ url }],
    paths,
    components: {
      schemas: { Error: errorSchema, ...(bucket && contentSchemas(bucket.types)) },
      responses: failureResponses(endpoints),
      securitySchemes,
    },
  }
}

const errorSchema = {
  type: 'object',
  required: ['status', 'code', 'message'],
  properties: {
    status: { type: 'integer', description: 'The HTTP status.' },
    code: {
      enum: Object.keys(errorCodes),
      description: 'Stable: match on this, never on the message.',
    },
    message: { type: 'string' },
    details: {
      type: 'array',
      items: {
        type: 'object',
        required: ['path', 'message'],
        properties: {
          path: { type: 'string', description: 'The path of the field, with dots.' },
          message: { type: 'string' },
          rule: { type: 'string' },
        },
      },
    },
    request_id: { type: 'string' },
    current: { description: 'With `stale`: the current state on the server.' },
    base: {
      description: 'With `stale`: the state that the caller started from, if it is known.',
    },
  },
}

const securitySchemes = {
  session: {
    type: 'http',
    scheme: 'bearer',
    description: 'The token that a sign-in returns.',
  },
  accessToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'A personal access token. With the scope `read`, it can only make GET calls.',
  },
  readKey: {
    type: 'apiKey',
    in: 'query',
    name: 'read_key',
    description:
      'The read key of the bucket, or its preview key, which also reads drafts and revisions.',
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
      'The write key, for clients that cannot send headers. Addresses end up in logs, so prefer the header.',
  },
}
