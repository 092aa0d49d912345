import type { FieldEdit } from '@typecase/contract/bulk-edit'
import { isListType } from '@typecase/contract/field-types'
import type { Metafield } from '@typecase/contract/metafields'

import { isEmpty } from '@typecase/contract/field-values/value-check'

/** The value that an edit leads to, or the reason why there is none. */
export type Edited = { readonly value: unknown } | { readonly reason: string }

/** Carries out an edit that knows its value already, once `checkEdit` has let it pass. */
export function editedValue(
  { type }: Pick<Metafield, 'type'>,
  before: unknown,
  { op, value }: FieldEdit,
): Edited {
  if (op === 'set') return { value }
  if (op === 'clear') return { value: isEmpty(before) ? before : null }
  if (op === 'increment') return incremented(before, value)
  if (isListType(type)) return { value: editedList(before, { op, value }) }
  if (type === 'object' || type === 'file') return editedRelation(before, { op, value })
  return { value: editedText(asString(before), { op, value }) }
}

const asString = (value: unknown) => (typeof value === 'string' ? value : '')

/** A text with another one added, or with all its occurrences removed. */
export function editedText(before: string, { op, value }: FieldEdit): string {
  const text = asString(value)
  if (op === 'append') return before + text
  return op === 'prepend' ? text + before : before.replaceAll(text, '')
}

/** Sums as people write them: 0.1 + 0.2 is 0.3. */
function incremented(before: unknown, by: unknown): Edited {
  if (isEmpty(before)) return { reason: 'The field is empty, so there is no number to add to.' }
  if (typeof before !== 'number' || typeof by !== 'number') {
    return { reason: 'The value is not a number.' }
  }
  return { value: Number((before + by).toPrecision(15)) }
}

/** A list with items added (`add`: only new ones) or removed. */
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

/** Older clients store relations with commas. */
function itemsOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value
  return typeof value === 'string' && value !== '' ? value.split(',').map((id) => id.trim()) : []
}

const keyOf = (item: unknown) => (typeof item === 'string' ? item : JSON.stringify(item))

/** A single relation: it is set if empty, and removed if it is the given one. */
function editedRelation(before: unknown, { op, value }: FieldEdit): Edited {
  if (op === 'remove') return { value: before === value ? null : before }
  if (isEmpty(before) || before === value) return { value }
  return { reason: 'It already has another one.' }
}
