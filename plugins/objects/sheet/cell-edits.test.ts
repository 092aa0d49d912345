import type { StorageService } from '@typecase/plugin-sdk/services'
import { expect, test } from 'vitest'

import { objectOf } from '@typecase/content/object/object.fixture'
import type { ListField } from '@typecase/content/object/list-fields'
import {
  afterSave,
  beyond,
  countEdits,
  filledTexts,
  pastedTexts,
  type Table,
  textsIn,
  updatesOf,
  withEdits,
  writeTexts,
} from './cell-edits.ts'
import { sheetEdits } from './sheet-edits.ts'

const fields: ListField[] = [
  { path: 'title', title: 'Title', type: 'text' },
  {
    path: 'metadata.medium',
    title: 'Medium',
    type: 'text',
    metafield: { key: 'medium', title: 'Medium', type: 'text' },
  },
  {
    path: 'metadata.height',
    title: 'Height',
    type: 'number',
    metafield: { key: 'height', title: 'Height', type: 'number', min: 0 },
  },
  { path: 'status', title: 'Status', type: 'status' },
]
const objects = ['a', 'b', 'c'].map((id, index) =>
  objectOf({
    id,
    title: `Work ${index}`,
    rev: index + 1,
    metadata: { medium: 'oil', height: index },
  }),
)
const table: Table = { objects, fields }
const edges = (top: number, left: number, bottom = top, right = left) => ({
  top,
  left,
  bottom,
  right,
})
const paste = (text: string[][], where = edges(0, 1)) =>
  writeTexts(table, {}, pastedTexts(text, where))

test('pasted cells begin at the active one, skip read-only columns and mark invalid values', () => {
  const edits = paste([
    ['ink', '5', 'published'],
    ['chalk', 'tall'],
  ])
  expect(edits['a']).toEqual({
    rev: 1,
    cells: {
      'metadata.medium': { text: 'ink', value: 'ink' },
      'metadata.height': { text: '5', value: 5 },
    },
  })
  expect(edits['b']?.cells['metadata.height']).toEqual({
    text: 'tall',
    value: null,
    problem: 'Height must be a number',
  })
  expect(countEdits(edits)).toEqual({ cells: 4, wrong: 1 })
})

test('a single pasted cell fills the selection', () =>
  expect(Object.keys(paste([['ink']], edges(0, 1, 2, 1)))).toEqual(['a', 'b', 'c']))

test('pasted rows and columns beyond the table are counted and ignored', () => {
  expect(beyond([['1', '2', '3', '4'], ['5']], edges(2, 1), table)).toEqual({ rows: 1, columns: 1 })
  expect(paste([['x'], ['y']], edges(2, 1))).toMatchObject({ c: { cells: {} } })
})

test('a cell with its saved value is not an edit', () => {
  const edits = paste([['ink']])
  expect(writeTexts(table, edits, [[{ row: 0, column: 1 }, 'oil']])).toEqual({})
})

test('filling down copies the first row, or the row above a single one, with unsaved edits', () => {
  const edits = paste([['ink']])
  const fill = (where: ReturnType<typeof edges>) =>
    writeTexts(table, edits, filledTexts(table, edits, where))
  expect(fill(edges(0, 1, 2, 2))).toMatchObject({
    b: { cells: { 'metadata.medium': { value: 'ink' }, 'metadata.height': { value: 0 } } },
    c: { cells: { 'metadata.medium': { value: 'ink' } } },
  })
  expect(fill(edges(1, 1))).toMatchObject({ b: { cells: { 'metadata.medium': { value: 'ink' } } } })
  expect(fill(edges(0, 1))).toEqual(edits)
  expect(textsIn(table, edits, edges(0, 1, 1, 2))).toEqual([
    ['ink', '0'],
    ['oil', '1'],
  ])
})

test('valid edits are sent as drafts by object, without cells that break a rule', () => {
  const edits = writeTexts(table, {}, [
    [{ row: 0, column: 0 }, 'New'],
    [{ row: 0, column: 2 }, '-1'],
    [{ row: 1, column: 2 }, '7'],
    [{ row: 2, column: 0 }, ''],
  ])
  expect(updatesOf(edits)).toEqual([
    { object_id: 'a', rev: 1, data: { status: 'draft', title: 'New' } },
    { object_id: 'b', rev: 2, data: { status: 'draft', metadata: { height: 7 } } },
  ])
  expect(withEdits(objectOf({ id: 'a', metadata: { height: 0 } }), edits)).toMatchObject({
    title: 'New',
    metadata: { height: 0 },
  })
})

test('invalid, refused and newly typed cells stay after a save', () => {
  const sent = paste([['ink', '-1'], ['chalk'], ['gouache']])
  const now = writeTexts(table, sent, [[{ row: 2, column: 1 }, 'typed since']])
  const remaining = afterSave(now, sent, new Map([['b', 'Someone else has changed it since.']]))
  expect(remaining).toEqual({
    a: { rev: 2, cells: { 'metadata.height': expect.objectContaining({ text: '-1' }) } },
    b: {
      rev: 2,
      cells: {
        'metadata.medium': {
          text: 'chalk',
          value: 'chalk',
          problem: 'Someone else has changed it since.',
        },
      },
    },
    c: { rev: 4, cells: { 'metadata.medium': { text: 'typed since', value: 'typed since' } } },
  })
  // Typing again bases the edit on the revision on screen by then.
  const newer = { ...table, objects: objects.map((object) => ({ ...object, rev: 9 })) }
  expect(writeTexts(newer, remaining, [[{ row: 1, column: 1 }, 'chalk!']])['b']?.rev).toBe(9)
})

test('edits stay in the browser by bucket until they are saved, and can be undone and redone', () => {
  const stored = new Map<string, unknown>()
  const storage = () =>
    ({
      get: (key: string) => stored.get(key),
      set: (key: string, value: unknown) => void stored.set(key, value),
      remove: (key: string) => void stored.delete(key),
      onClear: () => () => {},
      // The edits use only these four methods.
    }) as unknown as StorageService
  const one = sheetEdits(storage(), 'archive')
  const edits = paste([['ink']])
  one.change(edits)
  expect(sheetEdits(storage(), 'archive').get()).toEqual(edits)
  expect(sheetEdits(storage(), 'other').get()).toEqual({})
  one.change({})
  expect(stored.size).toBe(0)
  one.undo()
  expect(one.get()).toEqual(edits)
  one.redo()
  expect(one.get()).toEqual({})
  one.undo()
  expect(one.canRedo()).toBe(true)
  // A new change leaves nothing to redo.
  one.change(paste([['chalk']]))
  expect(one.canRedo()).toBe(false)
  one.replace({})
  expect(one.canUndo()).toBe(false)
})
