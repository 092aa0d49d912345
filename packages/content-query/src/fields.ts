import { limits } from './limits.ts'
import { QueryError } from './query-error.ts'

/** The kind of records that a query selects. */
export type Resource = 'objects' | 'media'

/** `['title']`, or `['metadata', 'author', 'name']`. `parsePath` checks the keys of metadata. */
export type Path = readonly [string, ...string[]]

/** The declaration of a field, before any value is read. */
export interface FieldInfo {
  /** The type of all values that the field can have. */
  kind: 'text' | 'number'
  /** Whether the field can be empty. A sort by such a field has to put empty values last itself. */
  nullable: boolean
}

const text: FieldInfo = { kind: 'text', nullable: true }
const requiredText: FieldInfo = { kind: 'text', nullable: false }
const number: FieldInfo = { kind: 'number', nullable: true }

/** Fields of an object that a query can name (clients.md §2). Times are ISO-8601 texts, planned times UNIX ms. */
export const objectFields = {
  id: requiredText,
  title: requiredText,
  slug: requiredText,
  content: text,
  type: requiredText,
  locale: text,
  status: requiredText,
  created_at: requiredText,
  modified_at: requiredText,
  published_at: text,
  publish_at: number,
  unpublish_at: number,
  created_by: text,
  modified_by: text,
  order: number,
} as const satisfies Record<string, FieldInfo>

/** Fields of a media that a query can name. */
export const mediaFields = {
  id: requiredText,
  name: requiredText,
  original_name: requiredText,
  size: number,
  width: number,
  height: number,
  type: text,
  created_at: requiredText,
  created_by: text,
  modified_at: text,
  folder: text,
  alt_text: text,
  title: text,
} as const satisfies Record<string, FieldInfo>

export type ObjectField = keyof typeof objectFields
export type MediaField = keyof typeof mediaFields

const tables: Record<Resource, Readonly<Record<string, FieldInfo>>> = {
  objects: objectFields,
  media: mediaFields,
}

/** Names from the second version of the public API. */
const aliases: Record<Resource, Readonly<Record<string, string>>> = {
  objects: {},
  media: { created: 'created_at' },
}

/** Returns the description of a field, or undefined if the resource has no such field. */
export function fieldInfo(resource: Resource, field: string): FieldInfo | undefined {
  return Object.hasOwn(tables[resource], field) ? tables[resource][field] : undefined
}

const forbidden = new Set(['__proto__', 'constructor', 'prototype'])

/** Whether a key reaches JavaScript's prototype machinery. Such keys are refused everywhere. */
export function isForbiddenKey(key: string): boolean {
  return forbidden.has(key)
}

const keyPattern = /^[\p{L}\p{N}_-]+$/u

/**
 * Parses `title`, `metadata.author.name` or the older `metadata[author][name]`.
 * @throws QueryError naming `at` when the resource has no such field or a key is not allowed.
 */
export function parsePath(raw: string, resource: Resource, at: string = raw): Path {
  const [field = '', ...keys] = raw.replaceAll(/\[([^[\]]*)\]/g, '.$1').split('.')
  if (field === 'metadata') {
    checkKeys(keys, at)
    return [field, ...keys]
  }
  const name = Object.hasOwn(aliases[resource], field) ? aliases[resource][field] : field
  if (name === undefined || keys.length > 0 || !fieldInfo(resource, name)) {
    const fields = Object.keys(tables[resource]).join(', ')
    throw new QueryError('unknown_field', at, `must be one of ${fields} or metadata.<key>`)
  }
  return [name]
}

/** Matches all texts of an object: its title, slug, content and metadata. */
export const ANY_TEXT = '$text'

/** The ids of all objects that an object refers to, by relations and by links in its texts. */
export const REFERENCES = '$references'

/** Whether an object that it refers to is missing. */
export const BROKEN_FIELD = '$broken'

/** Fields that combine other fields of objects, and the operators that each supports. */
const combined: Readonly<Record<string, readonly string[]>> = {
  [ANY_TEXT]: ['$regex', '$not'],
  [REFERENCES]: ['$eq', '$ne', '$in', '$nin', '$all', '$exists', '$not'],
  [BROKEN_FIELD]: ['$eq', '$ne'],
}

/** Returns the operators that a combined field supports, or undefined for any other field, which supports all. */
export function operatorsOfCombined(
  field: string,
  resource: Resource,
): readonly string[] | undefined {
  return resource === 'objects' && Object.hasOwn(combined, field) ? combined[field] : undefined
}

/** The ids in the links of an object's texts. They are read from its rows; queries reach them through `$references`. */
export const LINKS = '$links'

/** Stands for the keys of a row's metadata. No query can name it. */
export const METADATA_KEYS = '$keys'

/**
 * Parses a path as `parsePath` does, or the name of a combined field such as `$text`.
 * @throws QueryError naming `at` when the resource has no such field or a key is not allowed.
 */
export function parseField(raw: string, resource: Resource, at: string = raw): Path {
  return operatorsOfCombined(raw, resource) ? [raw] : parsePath(raw, resource, at)
}

/** Returns a path in query syntax. */
export function printPath(path: Path): string {
  return path.join('.')
}

/**
 * Checks the keys of a path under metadata.
 * @throws QueryError when the path is empty, too long or contains a key that is not allowed.
 */
export function checkKeys(keys: readonly string[], at: string): void {
  if (keys.length === 0) throw new QueryError('unknown_field', at, 'must name a key of metadata')
  if (keys.length >= limits.pathLength) {
    throw new QueryError('too_large', at, `must have at most ${limits.pathLength} keys`)
  }
  for (const key of keys) {
    if (isForbiddenKey(key))
      throw new QueryError('forbidden_key', at, `must not use ${key} as a key`)
    if (key.length > limits.keyLength || !keyPattern.test(key)) {
      const rule = `keys must be 1 to ${limits.keyLength} letters, digits, _ or -`
      throw new QueryError('unknown_field', at, rule)
    }
  }
}
