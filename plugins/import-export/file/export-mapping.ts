import type { ImportColumn, ImportMapping } from '@typecase/contract/import-export'

import { type FileHead, isExportOfObjects, tableFormatOf } from './file-head.ts'

/** Fields of objects that an import can fill, as exports name them. */
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

/** The mapping that reads an export of objects as objects of one type; none for other files. */
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

/** Titles of relations, ids and who did what when are for people to read. */
const columnOf = (from: string): ImportColumn => {
  const isValue = /^metadata\.[^. ]+(\.[^. ]+)?$/.test(from)
  return { from, to: isValue || targets.includes(from) ? from : null }
}

/** The keys below `metadata` in rows of JSON, as paths. */
function metadataOf(rows: readonly Record<string, unknown>[]): string[] {
  const keys = rows.flatMap(({ metadata }) =>
    typeof metadata === 'object' && metadata !== null ? Object.keys(metadata) : [],
  )
  return [...new Set(keys)].map((key) => `metadata.${key}`)
}
