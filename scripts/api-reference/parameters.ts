import type { Endpoint } from '@typecase/contract/endpoint'
import type { JsonSchema } from '@typecase/server/resources/openapi/json-schema'
import { parameterWords } from '@typecase/server/resources/openapi/parameter-words'

import { isMetafield, textOf } from './shapes.ts'
import { schemaOf } from './json-schemas.ts'
import { table } from './markdown.ts'

interface Parameter {
  readonly name: string
  readonly from: 'path' | 'query' | 'body' | 'form'
  readonly schema: JsonSchema
  readonly isRequired: boolean
  readonly meaning: string
}

/** Keys of a body that mean the same as the path or query parameter of that name. */
const SAME = /_ids?$|^slug$|^after$|^trigger_webhook$/
/** Parameters of the content API that only the index page explains. */
const EVERYWHERE = new Set(['read_key', 'write_key', 'pretty', 'use_cache'])

/** Returns the table of an endpoint's parameters. @param comments the contract's comments on keys of the body */
export function parameterTable(
  endpoint: Endpoint,
  comments: ReadonlyMap<string, string>,
): string | undefined {
  const rows = [
    ...pathParameters(endpoint),
    ...queryParameters(endpoint),
    ...bodyParameters(endpoint, comments),
  ].filter(({ name }) => !EVERYWHERE.has(name.split('.').at(-1) ?? ''))
  if (rows.length === 0) return undefined
  const cells = rows.map(({ name, from, schema, isRequired, meaning }) => [
    `\`${name}\``,
    from,
    code(typeOf(schema)),
    isRequired ? 'yes' : '',
    ruleOf(schema),
    'default' in schema ? code(JSON.stringify(schema['default'])) : '',
    meaning,
  ])
  const head = ['name', 'in', 'type', 'required', 'rule', 'default', 'meaning']
  // Omit columns that are empty in every row.
  const hasCells = head.map((_, at) => at < 3 || cells.some((row) => row[at] !== ''))
  return table([head, ...cells].map((row) => row.filter((_, at) => hasCells[at])))
}

function pathParameters({ base, path, params }: Endpoint): Parameter[] {
  const schema = params ? schemaOf(params) : {}
  const full = base === 'content' ? `/:slug${path}` : path
  return [...full.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    from: 'path',
    schema: schema.properties?.[name] ?? { type: 'string' },
    isRequired: true,
    meaning: parameterWords[name] ?? '',
  }))
}

function queryParameters({ query }: Endpoint): Parameter[] {
  if (!query) return []
  const schema = schemaOf(query)
  const { properties = {}, required = [], patternProperties } = schema
  const parameters = Object.entries(properties).map(([name, one]): Parameter => ({
    name,
    from: 'query',
    schema: one,
    isRequired: required.includes(name),
    meaning: parameterWords[name] ?? '',
  }))
  if (!patternProperties) return parameters
  const meaning = parameterWords['metadata'] ?? ''
  const metadata = { name: 'metadata[…]', from: 'query', schema: { type: 'string' } } as const
  return [...parameters, { ...metadata, isRequired: false, meaning }]
}

function bodyParameters(
  { body, base, isMultipart, fileField = 'files' }: Endpoint,
  comments: ReadonlyMap<string, string>,
): Parameter[] {
  if (!body) return []
  const from = isMultipart ? 'form' : 'body'
  const meaningOf = (name: string, isTop: boolean) => {
    // In the content API, the path has the bucket's slug, so a `slug` in the body is that of another thing.
    const isSame = isTop && SAME.test(name) && !(base === 'content' && name === 'slug')
    return comments.get(name) ?? (isSame ? parameterWords[name] : undefined) ?? ''
  }
  const file: Parameter = {
    name: fileField,
    from,
    schema: { type: 'file' },
    isRequired: true,
    meaning: 'The bytes, with the file name.',
  }
  const rows = (schema: JsonSchema, prefix: string): Parameter[] => {
    const { properties = {}, required = [] } = schema
    return Object.entries(properties).flatMap(([name, one]) => {
      const items = one['items'] as JsonSchema | undefined
      const row: Parameter = {
        name: prefix + name,
        from,
        schema: one,
        isRequired: required.includes(name),
        meaning: meaningOf(name, prefix === ''),
      }
      if (isFlat(one)) return [row]
      const inner = one.type === 'array' ? (items ?? {}) : one
      return [row, ...rows(inner, `${prefix}${name}${one.type === 'array' ? '[]' : ''}.`)]
    })
  }
  const schema = schemaOf(body)
  const all = rows(schema, '')
  // The body has several forms, and the table cannot show which fields go together.
  if (schema['anyOf']) all.push({ name: '(body)', from, schema, isRequired: true, meaning: '' })
  return isMultipart ? [file, ...all] : all
}

/** Whether a value takes a single row, without rows for its fields. */
function isFlat(schema: JsonSchema): boolean {
  const inner = schema.type === 'array' ? (schema['items'] as JsonSchema | undefined) : schema
  return !inner?.properties || isMetafield(inner)
}

function typeOf(schema: JsonSchema): string {
  if (schema.type === 'integer') return 'integer'
  if (isFlat(schema)) return textOf(schema)
  return schema.type === 'array' ? 'object[]' : 'object'
}

/** Returns the rules of a value as text, including those of a list's items. */
function ruleOf(schema: JsonSchema): string {
  const alternatives = (schema['anyOf'] ?? []) as JsonSchema[]
  const items = schema['items'] as JsonSchema | undefined
  const rules = [
    descriptionOf(schema) ??
      bounds(schema, 'minLength', 'maxLength', 'characters') ??
      bounds(schema, 'minimum', 'maximum', ''),
    bounds(schema, 'minItems', 'maxItems', 'items'),
    ...alternatives.map(ruleOf),
    items && !items.properties && ruleOf(items),
  ]
  return [...new Set(rules.filter(Boolean))].join('; ')
}

const descriptionOf = (schema: JsonSchema): string | undefined =>
  typeof schema['description'] === 'string' ? escapeCell(schema['description']) : undefined

function bounds(schema: JsonSchema, low: string, high: string, unit: string): string | undefined {
  const [least, most] = [schema[low], schema[high]].map((value) =>
    typeof value === 'number' ? value.toLocaleString('en') : undefined,
  )
  const words =
    least !== undefined && most !== undefined
      ? `${least} to ${most}`
      : most !== undefined
        ? `at most ${most}`
        : least !== undefined
          ? `at least ${least}`
          : undefined
  return words && `${words} ${unit}`.trim()
}

const code = (text: string): string => `\`${escapeCell(text)}\``
const escapeCell = (text: string): string => text.replaceAll('|', String.raw`\|`)
