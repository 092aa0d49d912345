import type { LazySchema } from '@typecase/contract/endpoint'

/** The part of JSON Schema that the document is built from. */
export interface JsonSchema {
  [keyword: string]: unknown
  type?: string | string[]
  properties?: Record<string, JsonSchema>
  required?: string[]
}

/** A schema as JSON Schema. Rules that JSON Schema cannot say are left out: the server checks them still. */
export function jsonSchemaOf(schema: LazySchema): JsonSchema {
  const { $schema: _dialect, ...rest } = schema().toJsonSchema({
    fallback: ({ base }: { base: object }) => base,
  }) as JsonSchema
  return rest
}
