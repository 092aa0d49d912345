import { isNumberText, isSwitchText } from '@typecase/contract/cell-formats'
import type { ImportColumn, ImportMapping } from '@typecase/contract/import-export'

import { exportMapping } from './export-mapping.ts'
import { type FileHead, tableFormatOf } from './file-head.ts'

/** Where columns of these names go by themselves. */
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

/** A first mapping: the type from the name of the file or of another sheet, the columns from their names and values. */
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

/** A first guess for every column, from its name. Types are left to the server, which sees all values. */
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

/** `Birth year` → `birth_year`. */
export function keyOf(column: string): string {
  const key = column
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
    .replaceAll(/^_+|_+$/g, '')
  // Such keys would clash with an object's own fields.
  if (/^\p{N}/u.test(key) || ['id', 'slug', 'title', 'metadata', ''].includes(key)) return `_${key}`
  return key
}

/** The narrowest type that all values fit, as the server finds it. @param isCsv its numbers are texts */
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
