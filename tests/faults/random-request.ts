import fc from 'fast-check'

/** The part of the OpenAPI document from which requests are made. */
export interface ApiDocument {
  paths: Record<string, Record<string, Operation>>
}

export interface Operation {
  operationId: string
  parameters: { name: string; in: 'path' | 'query' | 'header'; schema: JsonSchema }[]
  requestBody?: { content: Record<string, { schema: JsonSchema }> }
}

interface JsonSchema {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: JsonSchema | boolean
  items?: JsonSchema | boolean
  minimum?: number
  maximum?: number
}

export interface RandomRequest {
  operationId: string
  method: string
  url: string
  headers: Record<string, string>
  payload?: string
}

/** Values with a meaning on the server. */
export interface Samples {
  /** Texts that are valid in some fields: slugs, ids, queries. */
  texts: readonly string[]
  /** Values by field name that let a call get past validation. */
  byName: Readonly<Record<string, string>>
  /** The token of a signed-in user, and a key of the content API. */
  token: string
  key: string
}

/** Texts that have caused errors somewhere before. */
const hostileTexts = [
  '',
  ' ',
  '0',
  '-1',
  '1e3',
  'null',
  'undefined',
  'NaN',
  'true',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  "' OR 1=1 --",
  '"; DROP TABLE objects; --',
  '$where',
  '{"$gt":""}',
  '../../etc/passwd',
  '..%2f..%2f',
  '%00',
  '\u0000',
  '\u202E',
  '\uD800',
  '👩‍👩‍👧‍👦',
  'ﷺ',
  'İ',
  '<script>alert(1)</script>',
  'a\r\nset-cookie: x=1',
  '(a+)+$',
  '9'.repeat(400),
  'x'.repeat(5000),
  '2026-02-30T25:61:61Z',
]

const text = (samples: readonly string[]): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...samples) },
    { weight: 2, arbitrary: fc.constantFrom(...hostileTexts) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
    { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 300 }) },
  )

const number = ({ minimum = -5, maximum = 2000 }: JsonSchema): fc.Arbitrary<number> =>
  fc.oneof(
    { weight: 4, arbitrary: fc.integer({ min: minimum, max: Math.max(minimum, maximum) }) },
    { weight: 1, arbitrary: fc.constantFrom(-1, 0, 1.5, 2 ** 31, 2 ** 53, 1e300, -0) },
  )

const hostileKey = fc.constantFrom(
  '__proto__',
  'constructor',
  'toJSON',
  '',
  '$set',
  'rev',
  'is_staff',
)

/** JSON of any kind, with keys and depths that can break code which walks it. */
const anything: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom<unknown>(null, [], {}, [[[]]], 0, '', true),
  fc.dictionary(hostileKey, fc.jsonValue({ maxDepth: 1 })),
  fc.integer({ min: 10, max: 3000 }).map(nested),
)

function nested(depth: number): unknown {
  let value: unknown = {}
  for (let level = 0; level < depth; level += 1) value = level % 2 ? [value] : { $and: value }
  return value
}

/** Values that fit a schema, most of the time. @param name of the field that holds the value */
function valueOf(schema: JsonSchema, samples: Samples, name = ''): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 12, arbitrary: fitting(schema, samples, name) },
    { weight: 1, arbitrary: anything },
  )
}

function fitting(schema: JsonSchema, samples: Samples, name: string): fc.Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map((choice) => valueOf(choice, samples, name)))
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  switch (type) {
    case 'string': {
      const right = samples.byName[name]
      if (right === undefined) return text(samples.texts)
      return fc.oneof(
        { weight: 9, arbitrary: fc.constant(right) },
        { weight: 1, arbitrary: text(samples.texts) },
      )
    }
    case 'integer':
    case 'number':
      return number(schema)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return typeof schema.items === 'object'
        ? fc.array(valueOf(schema.items, samples, name), { maxLength: 5 })
        : fc.array(anything, { maxLength: 5 })
    case 'object':
      return record(schema, samples)
    default:
      return anything
  }
}

function record(
  { properties = {}, required = [], additionalProperties }: JsonSchema,
  samples: Samples,
): fc.Arbitrary<object> {
  const fields = Object.fromEntries(
    Object.entries(properties).map(([key, schema]) => [key, valueOf(schema, samples, key)]),
  )
  const isMap = typeof additionalProperties === 'object' || Object.keys(fields).length === 0
  const more = fc.dictionary(
    fc.oneof(text(samples.texts), hostileKey),
    typeof additionalProperties === 'object' ? valueOf(additionalProperties, samples) : anything,
    { maxKeys: 3 },
  )
  return fc
    .tuple(
      fc.record(fields, { requiredKeys: required.filter((key) => key in fields) }),
      fc.oneof(
        { weight: isMap ? 1 : 9, arbitrary: fc.constant({}) },
        { weight: isMap ? 3 : 1, arbitrary: more },
      ),
      // Sometimes a required field is missing.
      fc.oneof(
        { weight: 12, arbitrary: fc.constant(undefined) },
        { weight: 1, arbitrary: fc.constantFrom('', ...required) },
      ),
    )
    .map(([base, extra, missing]) => {
      const all = { ...base, ...extra }
      if (missing !== undefined) Reflect.deleteProperty(all, missing)
      return all
    })
}

/**
 * Returns requests to the operations of a document: valid, nearly valid and hostile ones.
 * @param isExcluded whether an operation gets no requests
 */
export function randomRequest(
  { paths }: ApiDocument,
  samples: Samples,
  isExcluded: (operationId: string) => boolean,
): fc.Arbitrary<RandomRequest> {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      isExcluded(operation.operationId) ? [] : [requestTo(path, method, operation, samples)],
    ),
  )
  return fc.oneof(...operations)
}

function requestTo(
  path: string,
  method: string,
  { operationId, parameters, requestBody }: Operation,
  samples: Samples,
): fc.Arbitrary<RandomRequest> {
  const of = (location: 'path' | 'query') =>
    fc.record(
      Object.fromEntries(
        parameters
          .filter((parameter) => parameter.in === location)
          .map(({ name, schema }) => [name, valueOf(schema, samples, name)]),
      ),
      // A path needs all its parameters, a query any of them.
      location === 'path' ? {} : { requiredKeys: [] },
    )
  const isContent = operationId.startsWith('content.')
  const schema = Object.values(requestBody?.content ?? {})[0]?.schema
  return fc
    .record({
      path: of('path'),
      query: of('query'),
      body: schema ? valueOf(schema, samples) : fc.constant(undefined),
      type: fc.oneof(
        { weight: 20, arbitrary: fc.constant('application/json') },
        { weight: 1, arbitrary: fc.constantFrom('text/plain', 'multipart/form-data', 'x') },
      ),
      ifMatch: fc.option(text(['"1"', '"2"', '*'])),
      retry: fc.option(text(['key-1', 'key-2'])),
    })
    .map(({ path: values, query, body, type, ifMatch, retry }) => {
      const payload = body === undefined ? undefined : JSON.stringify(body)
      const search = new URLSearchParams(
        Object.entries(query).map(([name, value]) => [name, asText(value).toWellFormed()]),
      )
      return {
        operationId,
        method: method.toUpperCase(),
        url: `${path.replace(/\{(\w+)\}/g, (_match, name: string) =>
          encodeURIComponent(asText(Reflect.get(values, name)).toWellFormed()),
        )}?${search}`,
        headers: {
          authorization: `Bearer ${isContent ? samples.key : samples.token}`,
          ...(payload !== undefined && { 'content-type': type }),
          ...(ifMatch && isHeader(ifMatch) && { 'if-match': ifMatch }),
          ...(retry && isHeader(retry) && { 'idempotency-key': retry }),
        },
        ...(payload !== undefined && { payload }),
      }
    })
}

const asText = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '')

/** Whether HTTP clients can send a value as a header at all. */
const isHeader = (value: string): boolean => /^[\x20-\x7e]+$/.test(value)
