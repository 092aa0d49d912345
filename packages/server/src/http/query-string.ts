import type { LazySchema } from '@typecase/contract/endpoint'

interface JsonSchema {
  type?: string
  properties?: Record<string, JsonSchema>
  anyOf?: JsonSchema[]
}

/** The kinds of keys in a schema; values of kind `other` are not converted. */
type Kind = 'number' | 'boolean' | 'other'

const kinds = new WeakMap<LazySchema, Map<string, Kind>>()

/** Whether a schema has a key. */
export const hasKey = (schema: LazySchema, key: string): boolean => kindsOf(schema).has(key)

/** Returns the keys of a schema with their kinds, since addresses hold only text. */
function kindsOf(schema: LazySchema): Map<string, Kind> {
  const cached = kinds.get(schema)
  if (cached) return cached
  const { properties = {} } = schema().toJsonSchema({
    fallback: ({ base }: { base: object }) => base,
  }) as JsonSchema
  const kindByName = new Map<string, Kind>()
  for (const [key, { type }] of Object.entries(properties)) {
    const isNumber = type === 'integer' || type === 'number'
    kindByName.set(key, isNumber ? 'number' : type === 'boolean' ? 'boolean' : 'other')
  }
  kinds.set(schema, kindByName)
  return kindByName
}

/** Converts texts of an address to the numbers and booleans that its schema expects; validation handles the rest. */
export function readQueryString(
  schema: LazySchema,
  query: Record<string, unknown>,
): Record<string, unknown> {
  const read: Record<string, unknown> = { ...query }
  for (const [key, kind] of kindsOf(schema)) {
    if (kind === 'other') continue
    const text = query[key]
    if (typeof text !== 'string') continue
    if (kind === 'number' && /^-?\d+(\.\d+)?$/.test(text)) read[key] = Number(text)
    else if (kind === 'boolean' && (text === 'true' || text === 'false'))
      read[key] = text === 'true'
    else if (text === '') delete read[key]
  }
  return read
}
