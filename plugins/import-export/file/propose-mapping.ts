import { isNumberText, isSwitchText } from '@typecase/contract/cell-formats'
import type { ImportColumn, ImportMapping } from '@typecase/contract/import-export'

import { exportMapping } from './export-mapping.ts'
import { type FileHead, tableFormatOf } from './file-head.ts'

/** The targets of columns with well-known names. */
const KNOWN: Readonly<Record<string, string>> = {
  title: 'title',
  name: 'title',
  headline: 'title',
  slug: 'slug',
  content: 'content',
  status: 'status',
  locale: 'locale',
  thumbnail: 'thumbnail',
  created_at: 'created_at',
}

/**
 * Returns a first mapping: the type comes from the name of the file or of a later sheet, the columns from their names.
 */
export function startMapping(fileName: string, head: FileHead): ImportMapping {
  const exported = exportMapping(head)
  if (exported) return exported
  const { sheet, sheets } = head
  const isOther = sheet !== undefined && sheet !== sheets?.[0]
  const name = isOther ? sheet : fileName.replace(/\..*$/, '')
  return {
    format: tableFormatOf(head),
    ...(sheet && { sheet }),
    object_type: keyOf(name).replaceAll('_', '-'),
    columns: proposeColumns(head.columns),
    status: 'published',
  }
}

/** Proposes a target for every column, from its name. The server detects the types, because it sees all values. */
export function proposeColumns(columns: readonly string[]): ImportColumn[] {
  const taken = new Set<string>()
  return columns.map((from) => {
    const target = KNOWN[from.toLowerCase()]
    if (target && !taken.has(target)) {
      taken.add(target)
      return { from, to: target }
    }
    return { from, to: `metadata.${keyOf(from)}` }
  })
}

/** Returns the key for a column: `Birth year` → `birth_year`. */
export function keyOf(column: string): string {
  const key = column
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
    .replaceAll(/^_+|_+$/g, '')
  // Keys that begin with a digit, or clash with an object's own fields, get a prefix.
  if (/^\p{N}/u.test(key) || ['id', 'slug', 'title', 'metadata', ''].includes(key)) return `_${key}`
  return key
}

/** Returns the narrowest type that fits all values, as the server does. @param isCsv whether numbers are texts */
export function typeOf(values: readonly unknown[], isCsv: boolean): string {
  const filled = values.filter((value) => value !== undefined && value !== null && value !== '')
  if (filled.length === 0) return 'text'
  const isEvery = (type: string, isText: (text: string) => boolean) =>
    filled.every(
      (value) => typeof value === type || (isCsv && typeof value === 'string' && isText(value)),
    )
  if (isEvery('boolean', isSwitchText)) return 'switch'
  if (isEvery('number', isNumberText)) return 'number'
  if (filled.every((value) => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)))
    return 'date'
  if (
    filled.every((value) => Array.isArray(value) && value.every((item) => typeof item === 'string'))
  ) {
    return 'multi-select'
  }
  if (filled.some((value) => typeof value === 'object')) return 'json'
  return filled.some((value) => String(value).length > 200 || String(value).includes('\n'))
    ? 'textarea'
    : 'text'
}
