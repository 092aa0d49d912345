import type { ObjectType } from '@typecase/contract/object-types'

import { isJsonObject, type Json, type JsonObject, pathOf } from './json-guard.ts'
import { parseQuery } from './parse.ts'
import { QueryError } from './query-error.ts'
import { typeFields } from './type-fields.ts'

type Types = readonly Pick<ObjectType, 'slug' | 'metafields'>[]

/** A condition that cannot be evaluated, with a message for people. */
export interface UnsupportedCondition {
  /** The condition's path in the query. */
  path: string
  message: string
}

/**
 * Returns the conditions of a saved query that do not apply in a bucket: an unknown operator, a key without a field, a
 * deleted type.
 * @param json has passed `guardJson`
 */
export function unsupportedIn(json: Json, types: Types): UnsupportedCondition[] {
  if (!isJsonObject(json)) return [{ path: '', message: 'This is not a query.' }]
  const slugs = new Set(
    isJsonObject(json['type']) ? listOf(json['type'].$in) : listOf(json['type']),
  )
  const some = types.filter(({ slug }) => slugs.has(slug))
  const paths = typeFields(some.length > 0 ? some : types).map(({ path }) => path)
  return conditionsIn(json, '').flatMap(({ key, value, path }) => {
    const message = messageFor(key, value, types, paths)
    return message === undefined ? [] : [{ path: path, message }]
  })
}

interface Condition {
  key: string
  value: Json
  path: string
}

function conditionsIn(json: JsonObject, at: string): Condition[] {
  return Object.entries(json).flatMap(([key, value]): Condition[] => {
    const path = pathOf(at, key)
    const isGroup = key === '$and' || key === '$or' || key === '$nor'
    if (!isGroup || !Array.isArray(value)) return [{ key, value, path }]
    return value.flatMap((part: Json, index): Condition[] =>
      isJsonObject(part) ? conditionsIn(part, pathOf(path, index)) : [],
    )
  })
}

function messageFor(
  key: string,
  value: Json,
  types: Types,
  paths: readonly string[],
): string | undefined {
  try {
    parseQuery({ [key]: value }, { resource: 'objects' })
  } catch (error) {
    if (error instanceof QueryError) return error.message
    throw error
  }
  if (key === 'type') {
    const slugs = isJsonObject(value) ? Object.values(value).flatMap(listOf) : listOf(value)
    const missing = slugs.find((slug) => !types.some((type) => type.slug === slug))
    return missing === undefined ? undefined : `There is no object type “${missing}”.`
  }
  const dotted = key.replaceAll(/\[([^[\]]*)\]/g, '.$1')
  if (!dotted.startsWith('metadata.')) return undefined
  const isField = paths.some(
    (path) => path === dotted || path.startsWith(`${dotted}.`) || dotted.startsWith(`${path}.`),
  )
  return isField ? undefined : `There is no field “${dotted.slice('metadata.'.length)}”.`
}

function listOf(value: Json | undefined): string[] {
  const list: readonly Json[] = Array.isArray(value) ? value : value === undefined ? [] : [value]
  return list.filter((one): one is string => typeof one === 'string')
}
