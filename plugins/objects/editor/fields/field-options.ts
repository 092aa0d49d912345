import type { Metafield } from '@typecase/contract/metafields'

import { isRecord } from '../draft/json-equal.ts'

export interface FieldOption {
  /** What is stored. */
  readonly id: string
  readonly label: string
}

/** The choices of a field: `[{key, value}]`, `[{value}]`, plain words, or one text of words. */
export function fieldOptions({ options, type }: Metafield): FieldOption[] {
  const items: unknown[] =
    typeof options === 'string'
      ? options.split(options.includes('\n') ? '\n' : ',')
      : (options ?? [])
  const found = items.flatMap((item): FieldOption[] => {
    if (!isRecord(item)) {
      const word = wordOf(item)
      return word ? [{ id: word, label: word }] : []
    }
    const key = item['key']
    const value = item['value'] ?? key
    // Only the old drop-down keeps its options by key.
    const id = wordOf(type === 'select-dropdown' ? (key ?? value) : value)
    return id ? [{ id, label: wordOf(value) || id }] : []
  })
  return [...new Map(found.map((option) => [option.id, option])).values()]
}

/** The stored choice: some answers hold an option whole, `{key, value}`. */
export function chosenID(value: unknown): string | null {
  if (isRecord(value)) return chosenID(value['key'] ?? value['value'])
  return wordOf(value) || null
}

export function chosenIDs(value: unknown): string[] {
  const items: unknown[] = Array.isArray(value) ? value : value === undefined ? [] : [value]
  return items.flatMap((item) => chosenID(item) ?? [])
}

/** With a choice that is none of the options any more, so that it can be seen and kept. */
export function withChosen(options: FieldOption[], ids: readonly string[]): FieldOption[] {
  const unknown = ids.filter((id) => !options.some((option) => option.id === id))
  return [...options, ...unknown.map((id) => ({ id, label: id }))]
}

function wordOf(value: unknown): string {
  if (typeof value === 'string') return value.trim()
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}
