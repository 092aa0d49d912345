import type { CmsObject } from '@typecase/contract/objects'
import type { Json } from '@typecase/plugin-sdk/json'

import { setAt } from '@typecase/content/object/path'
import type { KindProblem } from '@typecase/content/object/problem'
import { valueAt } from '@typecase/content/object/cell-value'
import type { ListField } from '@typecase/content/object/list-fields'
import type { Edges, CellPosition } from './cell-range.ts'
import { cellKindOf, readCell, textOfCell } from './cell-values.ts'
import type { Cells } from './tab-separated.ts'

/** An unsaved text of a cell. */
export interface CellEdit {
  /** As typed: kept even if it is invalid. */
  readonly text: string
  readonly value: Json
  /** The rule that the value breaks. Such a cell is not saved. */
  readonly problem?: string
}

/** Unsaved cells of an object, by field path. */
export interface RowEdits {
  /** The revision of the object that the edits are based on. */
  readonly rev: number
  readonly cells: Readonly<Record<string, CellEdit>>
}

/** Unsaved rows, by the id of the object. */
export type Edits = Readonly<Record<string, RowEdits>>

/** The rows and columns on screen, saved values only. */
export interface Table {
  readonly objects: readonly CmsObject[]
  readonly fields: readonly ListField[]
  readonly kindProblem?: KindProblem | undefined
}

/** Returns the text of a cell, including unsaved edits. */
export function textAt(
  { objects, fields }: Table,
  edits: Edits,
  { row, column }: CellPosition,
): string {
  const [object, field] = [objects[row], fields[column]]
  if (!object || !field) return ''
  return edits[object.id]?.cells[field.path]?.text ?? textOfCell(valueAt(object, field.path), field)
}

/** Writes texts into cells. A text equal to the saved one is no edit; cells that take no text are skipped. */
export function writeTexts(
  table: Table,
  edits: Edits,
  texts: Iterable<readonly [CellPosition, string]>,
): Edits {
  const next: Record<string, RowEdits> = { ...edits }
  for (const [{ row, column }, text] of texts) {
    const [object, field] = [table.objects[row], table.fields[column]]
    if (!object || !field || cellKindOf(field) === 'none') continue
    const isSaved = textOfCell(valueAt(object, field.path), field) === text
    const read = readCell(text, field, table.kindProblem)
    put(next, object, field.path, isSaved ? undefined : { text, value: null, ...read })
  }
  return next
}

/** Writes the value chosen in a picker. */
export function writeValue(edits: Edits, object: CmsObject, field: ListField, value: Json): Edits {
  const next = { ...edits }
  put(next, object, field.path, { text: textOfCell(value, field), value })
  return next
}

function put(
  edits: Record<string, RowEdits>,
  object: CmsObject,
  path: string,
  edit: CellEdit | undefined,
): void {
  const former = edits[object.id]
  const { [path]: _, ...others } = former?.cells ?? {}
  const cells = edit ? { ...others, [path]: edit } : others
  // Only valid cells tie the row to the revision that they were typed over.
  const isOver = former && Object.values(others).some(({ problem }) => problem === undefined)
  if (Object.keys(cells).length === 0) delete edits[object.id]
  else edits[object.id] = { rev: isOver ? former.rev : object.rev, cells }
}

/** Yields the cells that a paste writes: a single value fills the selection, several start at its first cell. */
export function* pastedTexts(
  cells: Cells,
  edges: Edges,
): Iterable<readonly [CellPosition, string]> {
  const [first = []] = cells
  const isOne = cells.length === 1 && first.length === 1
  if (isOne) {
    for (const cell of positionsIn(edges)) yield [cell, first[0] ?? '']
    return
  }
  for (const [row, texts] of cells.entries()) {
    for (const [column, text] of texts.entries()) {
      yield [{ row: edges.top + row, column: edges.left + column }, text]
    }
  }
}

/** Counts the pasted rows and columns that do not fit below or to the right of the first cell. */
export function beyond(cells: Cells, { top, left }: Edges, { objects, fields }: Table) {
  const columns = Math.max(...cells.map((row) => row.length))
  return {
    rows: Math.max(0, top + cells.length - objects.length),
    columns: Math.max(0, left + columns - fields.length),
  }
}

/**
 * Yields the cells that a fill down writes: the first selected row fills those below; a single row takes the row above.
 */
export function* filledTexts(
  table: Table,
  edits: Edits,
  edges: Edges,
): Iterable<readonly [CellPosition, string]> {
  const from = edges.top === edges.bottom ? edges.top - 1 : edges.top
  if (from < 0) return
  yield* repeatedTexts(table, edits, { ...edges, top: from, bottom: from }, edges.bottom)
}

/** Yields the texts that repeating cells downwards writes, down to and including the row `last`. */
export function* repeatedTexts(
  table: Table,
  edits: Edits,
  { top, bottom, left, right }: Edges,
  last: number,
): Iterable<readonly [CellPosition, string]> {
  for (const { row, column } of positionsIn({ top: bottom + 1, bottom: last, left, right })) {
    const from = top + ((row - top) % (bottom - top + 1))
    yield [{ row, column }, textAt(table, edits, { row: from, column })]
  }
}

export function* positionsIn({ top, bottom, left, right }: Edges): Iterable<CellPosition> {
  for (let row = top; row <= bottom; row += 1) {
    for (let column = left; column <= right; column += 1) yield { row, column }
  }
}

/** Returns the selected cells as texts, for the clipboard. */
export function textsIn(table: Table, edits: Edits, { top, bottom, left, right }: Edges): Cells {
  return Array.from({ length: bottom - top + 1 }, (_row, row) =>
    Array.from({ length: right - left + 1 }, (_column, column) =>
      textAt(table, edits, { row: top + row, column: left + column }),
    ),
  )
}

/** Returns an object with its valid unsaved edits applied. */
export function withEdits(object: CmsObject, edits: Edits): CmsObject {
  const row = edits[object.id]
  if (!row) return object
  let next = object
  for (const [path, { value, problem }] of Object.entries(row.cells)) {
    if (problem === undefined) next = setAt(next, path, value)
  }
  return next
}

export interface Update {
  readonly object_id: string
  readonly rev: number
  readonly data: Record<string, Json>
}

/** Returns the valid edits as updates of drafts, so that typing publishes nothing. */
export function updatesOf(edits: Edits): Update[] {
  return Object.entries(edits).flatMap(([object_id, { rev, cells }]) => {
    const metadata: Record<string, Json> = {}
    const fieldEdits: Record<string, Json> = {}
    for (const [path, { value, problem }] of Object.entries(cells)) {
      if (problem !== undefined) continue
      if (path.startsWith('metadata.')) metadata[path.slice('metadata.'.length)] = value
      else fieldEdits[path] = value
    }
    const hasMetadata = Object.keys(metadata).length > 0
    if (!hasMetadata && Object.keys(fieldEdits).length === 0) return []
    return [
      {
        object_id,
        rev,
        data: { status: 'draft', ...fieldEdits, ...(hasMetadata && { metadata }) },
      },
    ]
  })
}

/**
 * Returns the edits left after a save: invalid cells, cells changed meanwhile, and rows that the server refused, with
 * its reason.
 */
export function afterSave(edits: Edits, sent: Edits, refusals: ReadonlyMap<string, string>): Edits {
  const remaining: Record<string, RowEdits> = {}
  for (const [id, row] of Object.entries(edits)) {
    const reason = refusals.get(id)
    const cells = Object.entries(row.cells).flatMap(([path, cell]): [string, CellEdit][] => {
      const wasSent = sent[id]?.cells[path] === cell && cell.problem === undefined
      if (!wasSent) return [[path, cell]]
      return reason === undefined ? [] : [[path, { ...cell, problem: reason }]]
    })
    const rev = sent[id] && reason === undefined ? row.rev + 1 : row.rev
    if (cells.length > 0) remaining[id] = { rev, cells: Object.fromEntries(cells) }
  }
  return remaining
}

/** Counts the unsaved cells, and how many of them break a rule. */
export function countEdits(edits: Edits): { readonly cells: number; readonly wrong: number } {
  const all = Object.values(edits).flatMap(({ cells }) => Object.values(cells))
  return { cells: all.length, wrong: all.filter(({ problem }) => problem !== undefined).length }
}
