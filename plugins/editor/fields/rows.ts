import type { Metafield } from '@typecase/contract/metafields'

import { isRecord } from '@typecase/content/object/json-equal'
import { defaultsOf } from '@typecase/content/object/values'

/** The rows of a repeater, each with an id that it keeps when it moves. */
export interface Rows {
  readonly values: readonly unknown[]
  readonly ids: readonly string[]
}

let count = 0

function newID(): string {
  count += 1
  return `row${count}`
}

/** Returns ids for rows that were changed from outside. Known rows keep their ids, by position. */
export function nameRows(length: number, ids: readonly string[]): readonly string[] {
  if (ids.length === length) return ids
  return Array.from({ length }, (_, index) => ids[index] ?? newID())
}

export function addRow({ values, ids }: Rows, fields: readonly Metafield[]): Rows {
  return { values: [...values, defaultsOf(fields)], ids: [...ids, newID()] }
}

export function duplicateRow({ values, ids }: Rows, index: number): Rows {
  return {
    values: values.toSpliced(index + 1, 0, structuredClone(values[index])),
    ids: ids.toSpliced(index + 1, 0, newID()),
  }
}

export function removeRow({ values, ids }: Rows, index: number): Rows {
  return { values: values.toSpliced(index, 1), ids: ids.toSpliced(index, 1) }
}

/** Moves a row to another position, limited to the positions that exist. */
export function moveRow({ values, ids }: Rows, from: number, to: number): Rows {
  const target = Math.min(values.length - 1, Math.max(0, to))
  return { values: moveItem(values, from, target), ids: moveItem(ids, from, target) }
}

function moveItem<T>(items: readonly T[], from: number, to: number): T[] {
  const copy = [...items]
  copy.splice(to, 0, ...copy.splice(from, 1))
  return copy
}

/** Returns the title of a closed row: its first text or number. */
export function summaryOf(fields: readonly Metafield[], row: unknown): string {
  if (!isRecord(row)) return ''
  for (const { key } of fields) {
    const value = row[key]
    if (typeof value === 'string' && value.trim()) return summaryText(value)
    if (typeof value === 'number') return String(value)
  }
  return ''
}

function summaryText(text: string): string {
  return text
    .slice(0, 300)
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 120)
}
