import type { ImportColumn, ImportMapping } from '@typecase/contract/import-export'

import { type FileHead, isWholeBucket } from './file-head.ts'

/** Fields of objects that an import can fill, as our own exports name them. */
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

/** Whether a file is one of our own exports with all fields: nothing else has such columns together. */
const isOwn = ({ columns }: FileHead): boolean =>
  ['id', 'type', 'title', 'slug', 'main_object_status'].every((name) => columns.includes(name))

/** The mapping that reads one of our own exports back; none for other files. */
export function ownMapping(head: FileHead): ImportMapping | undefined {
  if (isWholeBucket(head) || !isOwn(head)) return undefined
  const { type } = head.rows[0] ?? {}
  if (typeof type !== 'string') return undefined
  const isCsv = head.format === 'csv'
  const names = isCsv ? head.columns : [...head.columns, ...metadataOf(head.rows)]
  return {
    format: isCsv ? 'csv' : 'ndjson',
    object_type: type,
    columns: names.map(columnOf),
    status: 'draft',
    ...(isCsv && { is_guarded: true }),
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
