import type { MediaField } from '@typecase/contract/media'
import type { Selectable } from 'kysely'

import type { Tables } from '../../database/tables.ts'
import './tables.ts'

/**
 * The editable values of a media by field: `title`, `alt_text`, `folder`, `deleted`, `file`, `address` and
 * `metadata.<key>`. Null if missing. Change sets and plans use this form.
 */
export type MediaFields = Readonly<Record<string, unknown>>

const METADATA = 'metadata.'

export const metadataField = (key: string): string => METADATA + key

const fileColumns = [
  'file_id',
  'original_name',
  'size',
  'type',
  'width',
  'height',
  'duration_ms',
  'blurhash',
  'color',
] as const

/** The columns that describe the file of a media. */
export type MediaFile = Pick<Selectable<Tables['media']>, (typeof fileColumns)[number]>

export const fileOf = (stored: MediaFile): MediaFile =>
  // The keys have a fixed order, so equal files have equal JSON.
  Object.fromEntries(fileColumns.map((column) => [column, stored[column]])) as unknown as MediaFile

const addressOf = ({ name, location }: MediaColumns) => ({ name, location })

/** The columns that edits can change. */
export interface MediaColumns extends MediaFile, Record<MediaField, string> {
  /** Unique across all buckets; objects refer to the media by this name. */
  name: string
  /** Set only for imported media whose bytes remain on another server. */
  location: string | null
  folder: string | null
  /** JSON. */
  metadata: string
  deleted_at: string | null
  deleted_by: string | null
  /** How often its file was replaced. */
  replaced: number
}

/** Returns the stored values of the named fields. Parses the metadata only if it is needed. */
export function fieldsIn(stored: MediaColumns, names: Iterable<string>): MediaFields {
  let metadata: Record<string, unknown> | undefined
  const values: Record<string, unknown> = {}
  for (const name of names) {
    if (name === 'title' || name === 'alt_text' || name === 'folder') values[name] = stored[name]
    else if (name === 'deleted') values[name] = stored.deleted_at !== null
    else if (name === 'file') values[name] = fileOf(stored)
    else if (name === 'address') values[name] = addressOf(stored)
    else {
      metadata ??= metadataIn(stored)
      const key = name.slice(METADATA.length)
      values[name] = Object.hasOwn(metadata, key) ? (metadata[key] ?? null) : null
    }
  }
  return values
}

/** Returns the fields whose values differ from those of the media. */
export function changedFields(stored: MediaColumns, after: MediaFields): MediaFields {
  const before = fieldsIn(stored, Object.keys(after))
  return Object.fromEntries(
    Object.entries(after).filter(([name, value]) => !isEqual(before[name], value)),
  )
}

/** Returns the columns of a media with new values for some fields. */
export function withFields(
  stored: MediaColumns,
  fields: MediaFields,
  { now, userId }: { now: string; userId: string | null },
): MediaColumns {
  const { title, alt_text, folder, metadata, deleted_at, deleted_by, replaced } = stored
  const others = { title, alt_text, folder, metadata, deleted_at, deleted_by, replaced }
  const columns: MediaColumns = { ...fileOf(stored), ...addressOf(stored), ...others }
  let values: Record<string, unknown> | undefined
  for (const [name, value] of Object.entries(fields)) {
    if (name === 'title' || name === 'alt_text') columns[name] = String(value)
    else if (name === 'folder') columns.folder = typeof value === 'string' ? value : null
    else if (name === 'deleted') {
      columns.deleted_at = value === true ? now : null
      columns.deleted_by = value === true ? userId : null
    } else if (name === 'address') Object.assign(columns, value)
    else if (name === 'file') {
      // No cache here holds the bytes of a file on another server, so replacing it is not counted.
      if (columns.file_id !== null) columns.replaced += 1
      // `fileOf` created this value, so it has the right columns.
      Object.assign(columns, value)
    } else {
      values ??= metadataIn(columns)
      const key = name.slice(METADATA.length)
      if (value === null) delete values[key]
      else values[key] = value
    }
  }
  if (values) columns.metadata = JSON.stringify(values)
  return columns
}

/** Parses metadata into an object without a prototype, because users choose the keys. */
export const metadataIn = ({ metadata }: Pick<MediaColumns, 'metadata'>): Record<string, unknown> =>
  Object.assign(Object.create(null) as Record<string, unknown>, JSON.parse(metadata))

export const isEqual = (a: unknown, b: unknown): boolean =>
  a === b || JSON.stringify(a) === JSON.stringify(b)
