import type { Endpoint } from '@typecase/contract/endpoint'
import { type ErrorCode, errorCodes } from '@typecase/contract/errors'

import { type JsonSchema, jsonSchemaOf } from './json-schema.ts'
import { parameterWords } from './parameter-words.ts'

/** Errors that every call can respond with, in addition to its own. */
const commonErrors: readonly ErrorCode[] = ['invalid', 'limited', 'internal']
/** Further errors of calls that access data of a user or a bucket. */
const accessErrors: readonly ErrorCode[] = ['unauthenticated', 'forbidden', 'not_found']

const security: Record<Endpoint['auth'], object[]> = {
  none: [],
  optional: [],
  user: [{ session: [] }, { accessToken: [] }],
  session: [{ session: [] }],
  read: [{ readKey: [] }, { writeKey: [] }],
  write: [{ writeKey: [] }, { writeKeyInAddress: [] }],
}

/** Builds the OpenAPI operation of an endpoint. @param object the schema of the objects in its response, if known */
export function operationOf(endpoint: Endpoint, path: string, object?: JsonSchema) {
  const { summary, auth, id } = endpoint
  return {
    summary,
    tags: [id.split('.', 1)[0]],
    security: security[auth],
    parameters: [...pathParameters(path), ...queryParameters(endpoint), ...headers(endpoint)],
    ...(endpoint.body && { requestBody: requestBody(endpoint) }),
    responses: { ...success(endpoint, object), ...failures(endpoint) },
  }
}

const pathParameters = (path: string) =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    description: parameterWords[name],
    schema: { type: 'string' },
  }))

function queryParameters({ query }: Endpoint) {
  if (!query) return []
  const { properties = {}, required = [], patternProperties } = jsonSchemaOf(query)
  const parameters = Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    description: parameterWords[name],
    schema,
  }))
  if (!patternProperties) return parameters
  // `metadata[key]=value` of the content API.
  const metadata = { type: 'object', additionalProperties: { type: 'string' } }
  const deep = { name: 'metadata', in: 'query', style: 'deepObject', required: false }
  return [...parameters, { ...deep, description: parameterWords['metadata'], schema: metadata }]
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
            'The `rev` that the change starts from, in quotes; any other is a 412.',
          ),
        ]
      : []),
    ...(method === 'POST' && !isMultipart
      ? [
          header(
            'Idempotency-Key',
            'A key of your choice: a retry with it within 24 hours gets the answer of the first call.',
          ),
        ]
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
    description: 'Files are sent next to the fields listed here.',
    content: { 'multipart/form-data': { schema: { ...schema, additionalProperties: file } } },
  }
}

function success({ status = 200, response, file }: Endpoint, object?: JsonSchema) {
  const schema = object ? withObject(jsonSchemaOf(response), object) : jsonSchemaOf(response)
  const types = file ?? [schema.type === 'string' ? 'text/event-stream' : 'application/json']
  const content = Object.fromEntries(types.map((type) => [type, { schema }]))
  return { [status]: { description: 'Success', content } }
}

/** Inserts the schema of objects into the schema of a response. */
function withObject(schema: JsonSchema, object: JsonSchema): JsonSchema {
  const { properties = {} } = schema
  const references: Record<string, JsonSchema> = {
    object,
    revision: object,
    objects: { type: 'array', items: object },
    revisions: { type: 'array', items: object },
  }
  return {
    ...schema,
    properties: Object.fromEntries(
      Object.entries(properties).map(([key, schema]) => [key, references[key] ?? schema]),
    ),
  }
}

/** Returns the error responses by status. They are references to components, as most calls share them. */
const failures = (endpoint: Endpoint): Record<string, object> =>
  Object.fromEntries(
    failuresOf(endpoint).map(({ name, status }) => [
      String(status),
      { $ref: `#/components/responses/${name}` },
    ]),
  )

/** Returns the error responses of all endpoints, by their names in the document. */
export const failureResponses = (endpoints: readonly Endpoint[]): Record<string, object> =>
  Object.fromEntries(
    endpoints.flatMap(failuresOf).map(({ name, codes }) => [
      name,
      {
        description: codes.map((code) => `\`${code}\``).join(', '),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]),
  )

/** Returns the error responses of an endpoint by status. Codes with the same status share a response. */
function failuresOf({ auth, errors = [] }: Endpoint) {
  const all = [
    ...commonErrors,
    ...(auth === 'none' || auth === 'optional' ? [] : accessErrors),
    ...errors,
  ]
  const byStatus = Map.groupBy(new Set(all), (code) => errorCodes[code])
  return [...byStatus].map(([status, codes]) => ({ status, codes, name: codes.join('-') }))
}
