import type { MacroStep } from '@typecase/contract/macros'
import type { Metafield } from '@typecase/contract/metafields'

import { choicesOf, titleOf } from '../words/field-titles.ts'
import type { Suggestion, ValuePath } from './macro-draft.ts'

/** A value of a step that may be an argument instead. */
export interface StepValue {
  readonly path: ValuePath
  readonly value: unknown
  /** What the argument would be. */
  readonly suggestion: Suggestion
}

/** The values of a step, in the order of its words. */
export function stepValues(
  { call, body }: MacroStep,
  fields: ReadonlyMap<string, Metafield>,
): readonly StepValue[] {
  if (call === 'objects.searchAndReplace') {
    return [
      text(['find'], body['find'], 'Find'),
      text(['replace'], body['replace'], 'Replace with'),
    ]
  }
  if (call !== 'objects.bulkEdit') return []
  const data = recordOf(body['data'])
  return [...editsIn(data, 'fields', fields), ...editsIn(data, 'metadata', fields), ...ownIn(data)]
}

const text = (path: ValuePath, value: unknown, title: string): StepValue => ({
  path,
  value,
  suggestion: { title, kind: 'text' },
})

const recordOf = (value: unknown) => (value ?? {}) as Readonly<Record<string, unknown>>

function editsIn(
  data: Readonly<Record<string, unknown>>,
  part: 'fields' | 'metadata',
  fields: ReadonlyMap<string, Metafield>,
): StepValue[] {
  return Object.entries(recordOf(data[part])).flatMap(([key, edit]): StepValue[] => {
    const { op, value } = recordOf(edit)
    // Lists are no values of arguments, and what is cleared has none.
    if (value === undefined || Array.isArray(value)) return []
    const field = part === 'metadata' ? fields.get(key) : undefined
    const suggestion = suggestionFor(
      titleOf(fields, key),
      op === 'template' ? undefined : field,
      value,
    )
    return [{ path: ['data', part, key, 'value'], value, suggestion }]
  })
}

function ownIn(data: Readonly<Record<string, unknown>>): StepValue[] {
  const { status, locale, publish_at, unpublish_at } = data
  const found: StepValue[] = []
  const add = (key: string, value: unknown, suggestion: Suggestion) => {
    if (value !== undefined && value !== null)
      found.push({ path: ['data', key], value, suggestion })
  }
  add('status', status, { title: 'Status', kind: 'choice', options: ['draft', 'published'] })
  add('locale', locale, { title: 'Locale', kind: 'text' })
  add('publish_at', publish_at, { title: 'Publish at', kind: 'date' })
  add('unpublish_at', unpublish_at, { title: 'Unpublish at', kind: 'date' })
  return found
}

const selects = new Set(['select', 'select-dropdown', 'radio-buttons'])

function suggestionFor(title: string, field: Metafield | undefined, value: unknown): Suggestion {
  if (field && selects.has(field.type)) {
    const options = [...choicesOf(field)]
    if (options.length > 0) return { title, kind: 'choice', options }
  }
  if (field?.type === 'date') return { title, kind: 'date' }
  if (typeof value === 'number') return { title, kind: 'number' }
  return { title, kind: typeof value === 'boolean' ? 'boolean' : 'text' }
}
