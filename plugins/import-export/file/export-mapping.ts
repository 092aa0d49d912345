import type { ImportColumn, ImportMapping } from '@typecase/contract/import-export'

import { type FileHead, isExportOfObjects, tableFormatOf } from './file-head.ts'

/** Fields of objects that an import can fill, under their names in exports. */
const targets: readonly string[] = [
  'title',
  'slug',
  'content',
  'status',
  'locale',
  'thumbnail',
  'publish_at',
  'unpublish_at',
  'published_at',
  'created_at',
  'modified_at',
]

/** Returns the mapping that reads an export of objects as objects of one type, or undefined for other files. */
export function exportMapping(head: FileHead): ImportMapping | undefined {
  if (!isExportOfObjects(head)) return undefined
  const { type } = head.rows[0] ?? {}
  if (typeof type !== 'string') return undefined
  const format = tableFormatOf(head)
  const names = format === 'csv' ? head.columns : [...head.columns, ...metadataOf(head.rows)]
  return {
    format,
    ...(head.sheet && { sheet: head.sheet }),
    object_type: type,
    columns: names.map(columnOf),
    status: 'draft',
    ...(format === 'csv' && { is_guarded: true }),
  }
}

/** Maps a column of an export to its field. Titles of relations, ids and authors are only for people to read. */
const columnOf = (from: string): ImportColumn => {
  const isValue = /^metadata\.[^. ]+(\.[^. ]+)?$/.test(from)
  return { from, to: isValue || targets.includes(from) ? from : null }
}

/** Returns the keys below `metadata` in rows of JSON, as paths. */
function metadataOf(rows: readonly Record<string, unknown>[]): string[] {
  const keys = rows.flatMap(({ metadata }) =>
    typeof metadata === 'object' && metadata !== null ? Object.keys(metadata) : [],
  )
  return [...new Set(keys)].map((key) => `metadata.${key}`)
}
