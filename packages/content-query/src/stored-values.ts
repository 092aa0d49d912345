import type { Scalar } from './ast.ts'
import { objectsLinkedIn } from '@typecase/contract/object-links'

import { ANY_TEXT, LINKS, type Path } from './fields.ts'
import { isJsonObject, isScalar } from './json-guard.ts'

/** An object or media as the API returns it; `matches` reads only the fields that a query names. */
export type StoredRecord = Readonly<Record<string, unknown>>

/** Returns all values at a path, including those inside arrays of objects along the way. */
export function valuesAt(record: StoredRecord, path: Path): unknown[] {
  const [field, ...keys] = path
  if (field === ANY_TEXT) return textsOf(record)
  if (field === LINKS) return linksIn(record)
  if (field !== 'metadata') {
    const value = Object.hasOwn(record, field) ? record[field] : undefined
    // A column cannot distinguish null from missing.
    return value === undefined || value === null ? [] : [value]
  }
  const [first = '', ...others] = keys
  // Most paths end here, and filling columns calls this very often.
  let current = valueOf(record.metadata, first)
  for (const key of others) {
    current = current.flatMap((value) => value).flatMap((holder) => valueOf(holder, key))
  }
  return current
}

/** The base fields of an object that are texts. */
export const TEXT_FIELDS = ['title', 'slug', 'content'] as const

/** Ids of related objects are not searchable text. */
const ID = /^[0-9a-f]{24}$/

function textsOf(record: StoredRecord): string[] {
  const texts = TEXT_FIELDS.map((field) => record[field])
  return [...texts, record['metadata']].flatMap(textsIn)
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return ID.test(value) ? [] : [value]
  if (Array.isArray(value)) return value.flatMap(textsIn)
  return isJsonObject(value) ? Object.values(value).flatMap(textsIn) : []
}

/** Returns each id once. */
const linksIn = ({ content, metadata }: StoredRecord): string[] => [
  ...new Set(textsIn([content, metadata]).flatMap(objectsLinkedIn)),
]

function valueOf(holder: unknown, key: string): unknown[] {
  const value = isJsonObject(holder) && Object.hasOwn(holder, key) ? holder[key] : undefined
  return value === undefined ? [] : [value]
}

/** Keys that identify an embedded object: relations, media, and options of a select-dropdown. */
export const identifyingKeys = ['id', 'name', 'key', 'value', 'url'] as const

/**
 * Returns the scalars by which a stored value can be compared: the value itself, the elements of an array, and for an
 * embedded object (alone or in an array) its id, its media name or the last part of its url, and the key and value of a
 * select option.
 */
export function scalarsOf(value: unknown): Scalar[] {
  return (Array.isArray(value) ? value : [value]).flatMap((element) => {
    if (isScalar(element)) return [element]
    return isJsonObject(element) ? scalarsOfEmbedded(element) : []
  })
}

function scalarsOfEmbedded(object: StoredRecord): Scalar[] {
  return identifyingKeys.flatMap((key) => {
    const value = Object.hasOwn(object, key) ? object[key] : undefined
    if (!isScalar(value)) return []
    return [key === 'url' && typeof value === 'string' ? lastPart(value) : value]
  })
}

/** Returns the last part of a url, which is the name of a media. */
export function lastPart(url: string): string {
  return url.slice(url.lastIndexOf('/') + 1)
}
