import type { LazySchema } from '@typecase/contract/endpoint'
import { type JsonSchema, jsonSchemaOf } from '@typecase/server/resources/openapi/json-schema'

const schemas = new WeakMap<LazySchema, JsonSchema>()

/**
 * Returns the JSON Schema of a schema. It is cached, since pages read each several times and building one takes
 * milliseconds.
 */
export function schemaOf(schema: LazySchema): JsonSchema {
  const jsonSchema = schemas.get(schema) ?? jsonSchemaOf(schema)
  schemas.set(schema, jsonSchema)
  return jsonSchema
}
