import { parseInstant } from '@typecase/content-query/instants'
import { locale as localeSchema, objectSlug } from '@typecase/contract/slugs'

import { asText } from '@typecase/contract/field-values/value-check'
import { emailKey } from '../../users/store.ts'
import type { Issues } from './issues.ts'

/** An object of a file, with its own fields checked. An undefined field was not in the file. */
export interface StagedObject extends ObjectValues {
  type: string
  title: string
  /** Undefined if the slug is to be made from the title. */
  slug: string | undefined
  content: string | undefined
  status: 'draft' | 'published' | undefined
  locale: string | null
  thumbnail: string | null | undefined
  /** UNIX ms. */
  publish_at: number | null | undefined
  unpublish_at: number | null | undefined
  /** ISO-8601. */
  published_at: string | undefined
  created_at: string | undefined
  modified_at: string | undefined
  /** Id of a user, or the key of an e-mail address. */
  created_by: string | undefined
  /** The id in the original system. */
  old_id: string | undefined
  /** The published version next to this draft. */
  published?: StagedObject
}

/** Values of an object's metafields in a file. */
export interface ObjectValues {
  /** Raw values of the file, by key. */
  values: Readonly<Record<string, unknown>>
  /** Cells of a table exported here (`cell-text.ts`), by the paths of their columns; they replace `values`. */
  cells?: Readonly<Record<string, unknown>>
  /** Whether values have the stored form; other systems write them differently. */
  isExact?: boolean
}

/** Fields of an object, other than its metadata, that a file can contain. */
export type RawObject = Readonly<
  Partial<Record<Exclude<keyof StagedObject, keyof ObjectValues | 'published'>, unknown>>
>

const isSlug = objectSlug()
const isLocale = localeSchema()
const isObjectId = /^[0-9a-f]{24}$/

/**
 * Checks an object's own fields.
 * @returns undefined if a field is invalid; each problem is added to `issues`
 */
export function readObject(
  raw: RawObject,
  values: ObjectValues,
  row: number,
  issues: Issues,
): StagedObject | undefined {
  const title = asText(raw.title)
  let isBroken = false
  function broken(path: string, message: string, rule: string): undefined {
    isBroken = true
    issues.error(row, path, message, rule, title?.trim())
    return undefined
  }
  /** Returns the value in the file, if any; `read` returns undefined for an invalid one. */
  function readField<T>(
    path: keyof RawObject,
    read: (value: unknown) => T | undefined,
    words: string,
    rule: string,
  ): T | undefined {
    const value = raw[path]
    if (value === undefined || value === null || value === '') return undefined
    return read(value) ?? broken(path, `${path} ${words}`, rule)
  }
  /** `undefined` keeps the stored value, `nothing` clears it. */
  const valueOrClear = <T, N>(path: keyof RawObject, value: T | undefined, nothing: N) =>
    raw[path] === null || raw[path] === '' ? nothing : value
  const instant = (path: keyof RawObject) =>
    readField(path, instantOf, 'must be a time with its zone, such as 2026-11-20T09:00:00Z', 'time')
  const iso = (path: keyof RawObject) => {
    const at = instant(path)
    return at === undefined ? undefined : new Date(at).toISOString()
  }

  if (!title?.trim()) broken('title', 'title is a required field', 'required')
  else if (title.length > 1000) broken('title', 'title must be at most 1000 characters', 'max')
  const object: StagedObject = {
    type: String(raw.type),
    title: title ?? '',
    slug: readField('slug', slugIn, `must be ${isSlug.description}`, 'slug'),
    content: valueOrClear('content', readField('content', asText, 'must be a text', 'type'), ''),
    status: readField('status', statusOf, 'must be draft or published', 'choice'),
    locale: readField('locale', localeIn, 'must be a locale such as en or en-US', 'locale') ?? null,
    thumbnail: valueOrClear(
      'thumbnail',
      readField('thumbnail', nameIn, 'must be a text of at most 500 characters', 'max'),
      null,
    ),
    publish_at: valueOrClear('publish_at', instant('publish_at'), null),
    unpublish_at: valueOrClear('unpublish_at', instant('unpublish_at'), null),
    published_at: iso('published_at'),
    created_at: iso('created_at'),
    modified_at: iso('modified_at'),
    created_by: idIn(raw.created_by) ?? emailIn(raw.created_by),
    old_id: asText(raw.old_id)?.slice(0, 100) || undefined,
    ...values,
  }
  return isBroken ? undefined : object
}

const slugIn = (value: unknown) => (isSlug.allows(value) ? value.normalize('NFC') : undefined)
const localeIn = (value: unknown) => (isLocale.allows(value) ? value : undefined)
const idIn = (value: unknown) =>
  typeof value === 'string' && isObjectId.test(value) ? value : undefined
/** Returns an e-mail address in the form by which accounts are looked up. */
const emailIn = (value: unknown) =>
  typeof value === 'string' && value.includes('@') && value.length <= 254
    ? emailKey(value)
    : undefined
const statusOf = (value: unknown) =>
  value === 'draft' || value === 'published' ? value : undefined

function nameIn(value: unknown): string | undefined {
  const name = asText(value)
  return name !== undefined && name.length <= 500 ? name : undefined
}

/** Converts a time in a file to UNIX ms; it may be ISO 8601 with a zone, for example. */
function instantOf(value: unknown): number | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  const time = parseInstant(value)
  return typeof time === 'number' ? time : undefined
}
