import type { Metafield } from '@typecase/contract/metafields'
import type { DiffPart } from '@typecase/ui/diff-parts'

import { likeness, wordParts } from './text-diff.ts'

/** A row of a repeater on one side. */
export interface RowMark {
  /** Position in the list, counted from 1. */
  readonly index: number
  readonly text: string
  readonly parts?: DiffPart[]
  readonly state: 'same' | 'changed' | 'moved' | 'added' | 'removed'
  /** Position on the left, for a row that moved. */
  readonly from?: number
}

export interface ComparedRows {
  readonly left: readonly RowMark[]
  readonly right: readonly RowMark[]
}

/** Compares two lists of rows: rows that are the same, moved, changed, were added or removed. */
export function compareRows(
  field: Metafield,
  left: readonly unknown[],
  right: readonly unknown[],
): ComparedRows {
  const fields = field.repeater_fields ?? []
  const [a, b] = [left, right].map((rows) =>
    rows.map((row) => ({ key: JSON.stringify(row), text: rowText(fields, row) })),
  ) as [Row[], Row[]] // as many as there were lists
  const partner = matchRows(a, b)
  const stays = inOrder(partner)
  const reverse = new Map([...partner].map(([to, from]) => [from, to]))
  return {
    left: a.map(({ text }, index): RowMark => {
      const to = reverse.get(index)
      const other = to === undefined ? undefined : b[to]
      const position = index + 1
      if (!other) return { index: position, text, state: 'removed' }
      if (other.key === a[index]?.key) return { index: position, text, state: 'same' }
      return { index: position, text, state: 'changed', parts: wordParts(text, other.text) }
    }),
    right: b.map(({ text, key }, index): RowMark => {
      const from = partner.get(index)
      const other = from === undefined ? undefined : a[from]
      const position = index + 1
      if (!other || from === undefined) return { index: position, text, state: 'added' }
      const moved = stays.has(index) ? {} : { from: from + 1 }
      if (other.key !== key) {
        return {
          index: position,
          text,
          state: 'changed',
          parts: wordParts(other.text, text),
          ...moved,
        }
      }
      return { index: position, text, state: stays.has(index) ? 'same' : 'moved', ...moved }
    }),
  }
}

interface Row {
  readonly key: string
  readonly text: string
}

/** Returns the left row of each right row: an identical one, or else a similar one. */
function matchRows(left: readonly Row[], right: readonly Row[]): Map<number, number> {
  const positions = new Map<string, number[]>()
  for (const [index, { key }] of left.entries()) {
    positions.set(key, [...(positions.get(key) ?? []), index])
  }
  const partner = new Map<number, number>()
  const used = new Set<number>()
  for (const [index, { key }] of right.entries()) {
    const from = positions.get(key)?.shift()
    if (from !== undefined) {
      partner.set(index, from)
      used.add(from)
    }
  }
  const alike = likeness()
  const open = left.flatMap((row, index) => (used.has(index) ? [] : [{ row, index }]))
  for (const [index, row] of right.entries()) {
    if (partner.has(index)) continue
    const at = open.findIndex((one) => alike(one.row.text, row.text))
    if (at === -1) continue
    partner.set(index, open[at]?.index ?? -1)
    open.splice(at, 1)
  }
  return partner
}

/** Returns the longest sequence of rows that kept their order. All other rows moved. */
function inOrder(partner: ReadonlyMap<number, number>): ReadonlySet<number> {
  const entries = [...partner].toSorted(([a], [b]) => a - b)
  // Longest increasing subsequence; `best[n]` ends in entry n.
  const best: { length: number; before: number }[] = []
  let end = -1
  for (const [index, [, from]] of entries.entries()) {
    let longest = { length: 1, before: -1 }
    for (let earlier = 0; earlier < index; earlier += 1) {
      const { length } = best[earlier] ?? { length: 0 }
      if ((entries[earlier]?.[1] ?? Infinity) < from && length + 1 > longest.length) {
        longest = { length: length + 1, before: earlier }
      }
    }
    best.push(longest)
    if (longest.length > (best[end]?.length ?? 0)) end = index
  }
  const stays = new Set<number>()
  for (let at = end; at !== -1; at = best[at]?.before ?? -1) stays.add(entries[at]?.[0] ?? -1)
  return stays
}

/** Returns the values of a row's fields as one line. */
function rowText(fields: readonly Metafield[], row: unknown): string {
  if (typeof row !== 'object' || row === null) return valueText(row)
  const values = Object.entries(row)
  const ordered =
    fields.length > 0
      ? fields.map(({ key }) => values.find(([name]) => name === key)?.[1])
      : values.map(([, value]) => value)
  return ordered.map(valueText).filter(Boolean).join(', ')
}

/** Returns a value as one line. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined || value === '') return ''
  if (typeof value === 'string') return value.replaceAll(/<[^<>]*>/g, ' ').trim()
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) return value.map(valueText).filter(Boolean).join(', ')
  if (typeof value !== 'object') return JSON.stringify(value) ?? ''
  const { value: chosen, title, name } = value as Record<string, unknown>
  return valueText(chosen ?? title ?? name ?? JSON.stringify(value))
}
