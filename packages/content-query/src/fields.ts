import { limits } from './limits.ts'
import { QueryError } from './query-error.ts'

/** The source that a query runs on. */
export type Resource = 'objects' | 'media'

/** `['title']`, or `['metadata', 'author', 'name']`. Keys of metadata are checked by `parsePath`. */
export type Path = readonly [string, ...string[]]

/** The declaration of a field, before any value is read. */
export interface FieldInfo {
  /** The type of every value that the field can hold. */
  kind: 'text' | 'number'
  /** Whether the field can be empty. Decides if a sort has to put empty values last itself. */
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

/** Names that the second version of the public API used. */
const aliases: Record<Resource, Readonly<Record<string, string>>> = {
  objects: {},
  media: { created: 'created_at' },
}

/** The description of a field, or undefined when the resource has none of that name. */
export function fieldInfo(resource: Resource, field: string): FieldInfo | undefined {
  return Object.hasOwn(tables[resource], field) ? tables[resource][field] : undefined
}

const forbidden = new Set(['__proto__', 'constructor', 'prototype'])

/** Keys that reach JavaScript's prototype machinery and are refused wherever a key is read. */
export function isForbiddenKey(key: string): boolean {
  return forbidden.has(key)
}

const keyPattern = /^[\p{L}\p{N}_-]+$/u

/**
 * Reads `title`, `metadata.author.name` or the older `metadata[author][name]`.
 * @throws QueryError naming `at` when the resource has no such field or a key is not allowed.
 */
export function parsePath(written: string, resource: Resource, at: string = written): Path {
  const [field = '', ...keys] = written.replaceAll(/\[([^[\]]*)\]/g, '.$1').split('.')
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

/** The ids of all objects that an object refers to: with relations, and with links in its texts. */
export const REFERENCES = '$references'

/** Whether one of these objects is missing. */
export const BROKEN = '$broken'

/** Fields of objects that combine other fields, and the operators that each takes. */
const combined: Readonly<Record<string, readonly string[]>> = {
  [ANY_TEXT]: ['$regex', '$not'],
  [REFERENCES]: ['$eq', '$ne', '$in', '$nin', '$all', '$exists', '$not'],
  [BROKEN]: ['$eq', '$ne'],
}

/** The operators that a combined field takes; undefined for other fields, which take all. */
export function operatorsOfCombined(
  field: string,
  resource: Resource,
): readonly string[] | undefined {
  return resource === 'objects' && Object.hasOwn(combined, field) ? combined[field] : undefined
}

/** The ids in the links of an object's texts: they are read from its rows, and queries name them as `$references`. */
export const LINKS = '$links'

/** Stands for the keys of a row's metadata; no query can name it. */
export const METADATA_KEYS = '$keys'

/**
 * Reads a path as `parsePath` does, or the name of a combined field such as `$text`.
 * @throws QueryError naming `at` when the resource has no such field or a key is not allowed.
 */
export function parseField(written: string, resource: Resource, at: string = written): Path {
  return operatorsOfCombined(written, resource) ? [written] : parsePath(written, resource, at)
}

/** The path in query syntax. */
export function printPath(path: Path): string {
  return path.join('.')
}

/** @throws QueryError when a path under metadata is empty, too long or holds a key that is not allowed. */
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
