import type { Schema } from '@typecase/contract/endpoint'
import type { AnyRoute } from '@typecase/plugin-sdk/route'
import { ArkErrors } from 'arktype'

import { SchemasMissing } from '../commands/arktype-proxy.ts'

type Search = Record<string, unknown>

const schemas = new WeakMap<AnyRoute, Schema<object>>()

/**
 * Checks the query string of a page against its schema.
 * @returns the checked values. While schemas cannot be built, on a guest's first page or if their code is missing, the
 * values as passed in; they are checked later
 * @throws an error whose message describes the mistake
 */
export function checkSearch(route: AnyRoute, search: Search): Search {
  const schema = schemaOf(route)
  if (!schema) return search
  const checked = schema({ ...search })
  if (!(checked instanceof ArkErrors)) return checked as Search
  // `?q=2026` is parsed as a number. If the schema requires text, try again with text.
  const asText = Object.entries(search).map(([key, value]) =>
    checked.some(({ path }) => path[0] === key) && isPrimitive(value)
      ? [key, String(value)]
      : [key, value],
  )
  const reparsed = schema(Object.fromEntries(asText))
  if (reparsed instanceof ArkErrors)
    throw new Error(`This address has a mistake: ${checked.summary}.`)
  return reparsed as Search
}

function schemaOf(route: AnyRoute): Schema<object> | undefined {
  const cached = schemas.get(route)
  if (cached) return cached
  try {
    const schema = route.search?.()
    if (schema) schemas.set(route, schema)
    return schema
  } catch (reason) {
    if (reason instanceof SchemasMissing) return undefined
    throw reason
  }
}

function isPrimitive(value: unknown): boolean {
  return typeof value === 'number' || typeof value === 'boolean'
}
