import type { LazySchema } from '@typecase/contract/endpoint'

/** The part of JSON Schema from which the document is built. */
export interface JsonSchema {
  [keyword: string]: unknown
  type?: string | string[]
  properties?: Record<string, JsonSchema>
  required?: string[]
}

/**
 * Converts a schema to JSON Schema. Rules that JSON Schema cannot express are left out, but the server still checks
 * them.
 */
export function jsonSchemaOf(schema: LazySchema): JsonSchema {
  const { $schema: _dialect, ...rest } = schema().toJsonSchema({
    fallback: ({ base }: { base: object }) => base,
  }) as JsonSchema
  return rest
}
