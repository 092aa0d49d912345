import type { Endpoint } from '@typecase/contract/endpoint'
import { type ErrorCode, errorCodes } from '@typecase/contract/errors'

import { pathsOf } from '../../http/mount.ts'
import { type JsonSchema, jsonSchemaOf } from './json-schema.ts'

/** What every call can answer beside its own errors. */
const commonErrors: readonly ErrorCode[] = ['invalid', 'limited', 'internal']
/** And what calls for one user's or one bucket's things can answer. */
const accessErrors: readonly ErrorCode[] = ['unauthenticated', 'forbidden', 'not_found']

const security: Record<Endpoint['auth'], object[]> = {
  none: [],
  optional: [],
  user: [{ session: [] }, { accessToken: [] }],
  session: [{ session: [] }],
  read: [{ readKey: [] }, { writeKey: [] }],
  write: [{ writeKey: [] }, { writeKeyInAddress: [] }],
}

/** What an endpoint is in the document, whichever of its paths it stands under. */
export function operationOf(endpoint: Endpoint) {
  const { summary, auth, id } = endpoint
  const [url = ''] = pathsOf(endpoint)
  return {
    summary,
    tags: [id.split('.', 1)[0]],
    security: security[auth],
    parameters: [...pathParameters(url), ...queryParameters(endpoint), ...headers(endpoint)],
    ...(endpoint.body && { requestBody: requestBody(endpoint) }),
    responses: { ...success(endpoint), ...failures(endpoint) },
  }
}

const pathParameters = (url: string) =>
  [...url.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))

function queryParameters({ query }: Endpoint) {
  if (!query) return []
  const { properties = {}, required = [] } = jsonSchemaOf(query)
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))
}

function headers({ method, errors, isMultipart }: Endpoint) {
  const header = (name: string, description: string) => ({
    name,
    in: 'header',
    required: false,
    description,
    schema: { type: 'string' },
  })
  return [
    ...(errors?.includes('stale')
      ? [
          header(
            'If-Match',
            'The `rev` that the change starts from, in quotes; another one is a 412.',
          ),
        ]
      : []),
    ...(method === 'POST' && !isMultipart
      ? [header('Idempotency-Key', 'Makes a retry within 24 hours answer as the first call did.')]
      : []),
  ]
}

function requestBody({ body, isMultipart }: Endpoint) {
  if (!body) return undefined
  const schema = jsonSchemaOf(body)
  if (!isMultipart) return { required: true, content: { 'application/json': { schema } } }
  const file: JsonSchema = { type: 'string', format: 'binary' }
  return {
    required: true,
    description: 'The files come beside the fields named here.',
    content: { 'multipart/form-data': { schema: { ...schema, additionalProperties: file } } },
  }
}

function success({ status = 200, response, file }: Endpoint) {
  const schema = jsonSchemaOf(response)
  const types = file ?? [schema.type === 'string' ? 'text/event-stream' : 'application/json']
  const content = Object.fromEntries(types.map((type) => [type, { schema }]))
  return { [status]: { description: 'Success', content } }
}

/** Answers by status; codes of one status share a description. */
function failures({ auth, errors = [] }: Endpoint): Record<string, object> {
  const codes = [
    ...commonErrors,
    ...(auth === 'none' || auth === 'optional' ? [] : accessErrors),
    ...errors,
  ]
  const byStatus = new Map<number, Set<ErrorCode>>()
  for (const code of codes) {
    const status = errorCodes[code]
    byStatus.set(status, (byStatus.get(status) ?? new Set()).add(code))
  }
  return Object.fromEntries(
    [...byStatus].map(([status, names]) => [
      String(status),
      {
        description: [...names].map((name) => `\`${name}\``).join(', '),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]),
  )
}
