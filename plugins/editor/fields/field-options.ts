import { optionsOf } from '@typecase/contract/field-values/choice'
import type { Metafield } from '@typecase/contract/metafields'

import { isRecord } from '@typecase/content/object/json-equal'

export interface FieldOption {
  /** The stored value. */
  readonly id: string
  readonly label: string
}

/** Returns the options of a field, each once. */
export function fieldOptions(field: Metafield): FieldOption[] {
  const options = optionsOf(field).map(({ key, value }): FieldOption => {
    // Only the old drop-down type stores its options by key.
    return { id: field.type === 'select-dropdown' ? key : value, label: value }
  })
  return [...new Map(options.map((option) => [option.id, option])).values()]
}

/** Returns the stored choice. Some values hold a whole option, `{key, value}`. */
export function chosenID(value: unknown): string | null {
  if (isRecord(value)) return chosenID(value['key'] ?? value['value'])
  return wordOf(value) || null
}

export function chosenIDs(value: unknown): string[] {
  const items: unknown[] = Array.isArray(value) ? value : value === undefined ? [] : [value]
  return items.flatMap((item) => chosenID(item) ?? [])
}

/** Adds choices that are no longer options, so that users can see and keep them. */
export function withChosen(options: FieldOption[], ids: readonly string[]): FieldOption[] {
  const unknown = ids.filter((id) => !options.some((option) => option.id === id))
  return [...options, ...unknown.map((id) => ({ id, label: id }))]
}

function wordOf(value: unknown): string {
  if (typeof value === 'string') return value.trim()
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}
