import type { ImportMapping } from '@typecase/contract/import-export'
import type { StorageService } from '@typecase/plugin-sdk/services'

import { type FileHead, tableFormatOf } from './file-head.ts'

/** Number of mappings that this browser stores, newest first. */
const MAX_MAPPINGS = 10
const KEY = 'import-export.mappings'

interface SavedMapping {
  /** Bucket and file name without its extension, because a corrected file is imported again. */
  of: string
  mapping: ImportMapping
}

const nameOf = (bucketSlug: string, fileName: string) =>
  `${bucketSlug}/${fileName.replace(/\..*$/, '').toLowerCase()}`

// The storage is typed as JSON; only `saveMapping` writes this key.
const savedMappings = (storage: StorageService) =>
  (storage.get(KEY) ?? []) as unknown as readonly SavedMapping[]

/** Stores how a file was mapped, so that a corrected file can be tried again, even after a reload. */
export function saveMapping(
  storage: StorageService,
  bucketSlug: string,
  fileName: string,
  mapping: ImportMapping,
): void {
  const of = nameOf(bucketSlug, fileName)
  const others = savedMappings(storage).filter((entry) => entry.of !== of)
  // Storage holds JSON, which has no undefined values.
  storage.set(KEY, JSON.parse(JSON.stringify([{ of, mapping }, ...others].slice(0, MAX_MAPPINGS))))
}

/** Returns the stored mapping for a file name, if it still fits. */
export function savedMapping(
  storage: StorageService,
  bucketSlug: string,
  fileName: string,
  head: FileHead,
): ImportMapping | undefined {
  const of = nameOf(bucketSlug, fileName)
  const mapping = savedMappings(storage).find((one) => one.of === of)?.mapping
  return mapping && fits(mapping, head) ? mapping : undefined
}

/** Whether a mapping knows every column of a file, and needs none that the file lacks. */
export function fits(mapping: ImportMapping, head: FileHead): boolean {
  const { columns, sheet } = head
  const savedColumns = mapping.columns.map(({ from }) => from)
  const needed = mapping.columns.filter(({ to }) => to !== null).map(({ from }) => from)
  return (
    mapping.format === tableFormatOf(head) &&
    mapping.sheet === sheet &&
    columns.every((column) => savedColumns.includes(column)) &&
    needed.every((from) => columns.includes(from))
  )
}
