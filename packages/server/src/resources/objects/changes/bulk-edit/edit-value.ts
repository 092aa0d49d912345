import type { FieldEdit } from '@typecase/contract/bulk-edit'
import { isListType } from '@typecase/contract/field-types'
import type { Metafield } from '@typecase/contract/metafields'

import { isEmpty } from '@typecase/contract/field-values/value-check'

/** The value that results from an edit, or the reason why there is none. */
export type EditResult = { readonly value: unknown } | { readonly reason: string }

/** Applies an edit other than a template, after `compileEdits` has found no problem with it. */
export function editedValue(
  { type }: Pick<Metafield, 'type'>,
  before: unknown,
  { op, value }: FieldEdit,
): EditResult {
  if (op === 'set') return { value }
  if (op === 'clear') return { value: isEmpty(before) ? before : null }
  if (op === 'increment') return increment(before, value)
  if (isListType(type)) return { value: editedList(before, { op, value }) }
  if (type === 'object' || type === 'file') return editedRelation(before, { op, value })
  return { value: editedText(asString(before), { op, value }) }
}

const asString = (value: unknown) => (typeof value === 'string' ? value : '')

/** Adds a text to another one, or removes all its occurrences. */
export function editedText(before: string, { op, value }: FieldEdit): string {
  const text = asString(value)
  if (op === 'append') return before + text
  return op === 'prepend' ? text + before : before.replaceAll(text, '')
}

/** Adds numbers as people expect: 0.1 + 0.2 is 0.3. */
function increment(before: unknown, by: unknown): EditResult {
  if (isEmpty(before)) return { reason: 'The field is empty, so there is no number to add to.' }
  if (typeof before !== 'number' || typeof by !== 'number') {
    return { reason: 'The value is not a number.' }
  }
  return { value: Number((before + by).toPrecision(15)) }
}

/** Adds items to a list (`add`: only new ones) or removes them. */
function editedList(before: unknown, { op, value }: FieldEdit): unknown {
  const list = itemsOf(before)
  const items = itemsOf(value)
  const isIn = (all: readonly unknown[]) => {
    const keys = new Set(all.map(keyOf))
    return (item: unknown) => keys.has(keyOf(item))
  }
  if (op === 'append') return [...list, ...items]
  if (op === 'prepend') return [...items, ...list]
  if (op === 'add') {
    const has = isIn(list)
    const lacking = items.filter((item) => !has(item))
    return lacking.length === 0 ? before : [...list, ...lacking]
  }
  const isRemoved = isIn(items)
  const rest = list.filter((item) => !isRemoved(item))
  return rest.length === list.length ? before : rest
}

/** Returns the items of a list. Older clients store relations as ids with commas. */
function itemsOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value
  return typeof value === 'string' && value !== '' ? value.split(',').map((id) => id.trim()) : []
}

const keyOf = (item: unknown) => (typeof item === 'string' ? item : JSON.stringify(item))

/** Edits a single relation: adding sets it if it is empty, and removing clears it if it has the given value. */
function editedRelation(before: unknown, { op, value }: FieldEdit): EditResult {
  if (op === 'remove') return { value: before === value ? null : before }
  if (isEmpty(before) || before === value) return { value }
  return { reason: 'It already has another one.' }
}
