import type { LazySchema } from '@typecase/contract/endpoint'

interface JsonSchema {
  type?: string
  properties?: Record<string, JsonSchema>
  anyOf?: JsonSchema[]
}

const kinds = new WeakMap<LazySchema, Map<string, 'number' | 'boolean'>>()

/** Which parameters of an address are numbers or booleans: addresses only hold text. */
function kindsOf(schema: LazySchema): Map<string, 'number' | 'boolean'> {
  const known = kinds.get(schema)
  if (known) return known
  const { properties = {} } = schema().toJsonSchema({
    fallback: ({ base }: { base: object }) => base,
  }) as JsonSchema
  const found = new Map<string, 'number' | 'boolean'>()
  for (const [key, { type }] of Object.entries(properties)) {
    if (type === 'integer' || type === 'number') found.set(key, 'number')
    if (type === 'boolean') found.set(key, 'boolean')
  }
  kinds.set(schema, found)
  return found
}

/** Turns the texts of an address into the numbers and booleans that its schema names; leaves the rest to validation. */
export function readQueryString(
  schema: LazySchema,
  query: Record<string, unknown>,
): Record<string, unknown> {
  const read: Record<string, unknown> = { ...query }
  for (const [key, kind] of kindsOf(schema)) {
    const text = query[key]
    if (typeof text !== 'string') continue
    if (kind === 'number' && /^-?\d+(\.\d+)?$/.test(text)) read[key] = Number(text)
    else if (kind === 'boolean' && (text === 'true' || text === 'false'))
      read[key] = text === 'true'
    else if (text === '') delete read[key]
  }
  return read
}
