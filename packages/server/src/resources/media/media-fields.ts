import type { MediaField } from '@typecase/contract/media'
import type { Selectable } from 'kysely'

import type { Tables } from '../../database/tables.ts'
import './tables.ts'

/**
 * The changeable values of a media by field: `title`, `alt_text`, `folder`, `deleted`, `file`, `address` and `metadata.<key>`,
 * null if missing. The form of change sets and plans.
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

/** The file of a media, and its facts. */
export type MediaFile = Pick<Selectable<Tables['media']>, (typeof fileColumns)[number]>

export const fileOf = (stored: MediaFile): MediaFile =>
  // Equal files have equal JSON: the keys have a fixed order.
  Object.fromEntries(fileColumns.map((column) => [column, stored[column]])) as unknown as MediaFile

const addressOf = ({ name, location }: MediaColumns) => ({ name, location })

/** The columns that can be changed. */
export interface MediaColumns extends MediaFile, Record<MediaField, string> {
  /** Unique everywhere; objects refer to it by this name. */
  name: string
  /** Set for media that an import only refers to. */
  location: string | null
  folder: string | null
  /** JSON. */
  metadata: string
  deleted_at: string | null
  deleted_by: string | null
  /** Number of replacements of its file. */
  replaced: number
}

/** Stored values of some fields; metadata only if requested. */
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

/** The fields that differ from those of a media. */
export function changedFields(stored: MediaColumns, after: MediaFields): MediaFields {
  const before = fieldsIn(stored, Object.keys(after))
  return Object.fromEntries(
    Object.entries(after).filter(([name, value]) => !isEqual(before[name], value)),
  )
}

/** The columns of a media with other values of some fields. */
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
      // An address on another server is cached by no one here.
      if (columns.file_id !== null) columns.replaced += 1
      // `fileOf` made this form.
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

/** Without a prototype: users choose the keys. */
export const metadataIn = ({ metadata }: Pick<MediaColumns, 'metadata'>): Record<string, unknown> =>
  Object.assign(Object.create(null) as Record<string, unknown>, JSON.parse(metadata))

export const isEqual = (a: unknown, b: unknown): boolean =>
  a === b || JSON.stringify(a) === JSON.stringify(b)
