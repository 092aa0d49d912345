import type { ImportMapping } from '@typecase/contract/import-export'
import type { StorageService } from '@typecase/plugin-sdk/services'

import { type FileHead, tableFormatOf } from './file-head.ts'

/** Mappings that this browser remembers, the newest first. */
const KEPT = 10
const KEY = 'import-export.mappings'

interface SavedMapping {
  /** Bucket and file name without its ending: the same file comes again, corrected. */
  of: string
  mapping: ImportMapping
}

const nameOf = (bucketSlug: string, fileName: string) =>
  `${bucketSlug}/${fileName.replace(/\..*$/, '').toLowerCase()}`

// The storage is typed as JSON; only `saveMapping` writes this key.
const savedMappings = (storage: StorageService) =>
  (storage.get(KEY) ?? []) as unknown as readonly SavedMapping[]

/** Remembers how a file was mapped, so that it can be corrected and tried again, also after a reload. */
export function saveMapping(
  storage: StorageService,
  bucketSlug: string,
  fileName: string,
  mapping: ImportMapping,
): void {
  const of = nameOf(bucketSlug, fileName)
  const others = savedMappings(storage).filter((entry) => entry.of !== of)
  // JSON in, JSON out: undefined keys are left out by the storage.
  storage.set(KEY, JSON.parse(JSON.stringify([{ of, mapping }, ...others].slice(0, KEPT))))
}

/** The mapping of a file of that name, if it still fits. */
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

/** Whether a mapping knows every column of a file, and needs none that it has not. */
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
