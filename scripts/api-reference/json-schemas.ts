import type { LazySchema } from '@typecase/contract/endpoint'
import { type JsonSchema, jsonSchemaOf } from '@typecase/server/resources/openapi/json-schema'

const schemas = new WeakMap<LazySchema, JsonSchema>()

/** A schema as JSON Schema, made once: pages read an answer's several times, and each takes milliseconds. */
export function schemaOf(schema: LazySchema): JsonSchema {
  const jsonSchema = schemas.get(schema) ?? jsonSchemaOf(schema)
  schemas.set(schema, jsonSchema)
  return jsonSchema
}
