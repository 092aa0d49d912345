import { optionsOf } from '@typecase/contract/field-values/choice'
import { isListType, type ValueForm, valueFormOf } from '@typecase/contract/field-types'
import type { MacroStep } from '@typecase/contract/macros'
import type { Metafield } from '@typecase/contract/metafields'

import { argumentIn, fieldEdits } from '../words/field-edits.ts'
import type { FieldNames } from '../words/field-names.ts'
import { isTexts, type Suggestion, type ValuePath } from './macro-draft.ts'

/** A value of a step that an argument may replace. */
export interface StepValue {
  readonly path: ValuePath
  readonly value: unknown
  /** The argument that could replace the value. */
  readonly suggestion: Suggestion
}

/** Returns the values of a step, in the order of its description. */
export function stepValues(step: MacroStep, names: FieldNames): readonly StepValue[] {
  const { call, body } = step
  if (call === 'objects.searchAndReplace') {
    return [
      text(['find'], body['find'], 'Find'),
      text(['replace'], body['replace'], 'Replace with'),
    ]
  }
  if (call !== 'objects.bulkEdit') return []
  return [...editsIn(step, names), ...objectValues(recordOf(body['data']))]
}

const text = (path: ValuePath, value: unknown, title: string): StepValue => ({
  path,
  value,
  suggestion: { title, kind: 'text' },
})

const recordOf = (value: unknown) => (value ?? {}) as Readonly<Record<string, unknown>>

function editsIn(step: MacroStep, { fields, titleOf }: FieldNames): StepValue[] {
  return fieldEdits(step).flatMap(({ field: path, at, edit: { op, value } }): StepValue[] => {
    // A cleared field has no value, and a prompt cannot ask for rows.
    if (value === undefined || !isAskable(value)) return []
    const field = op === 'template' ? undefined : fields.get(path)
    return [
      { path: [...at, 'value'], value, suggestion: suggestionFor(titleOf(path), field, value) },
    ]
  })
}

const isAskable = (value: unknown): boolean =>
  argumentIn(value) !== undefined || isTexts(value) || !(value instanceof Object)

function objectValues(data: Readonly<Record<string, unknown>>): StepValue[] {
  const { status, locale, publish_at, unpublish_at } = data
  const values: StepValue[] = []
  const add = (key: string, value: unknown, suggestion: Suggestion) => {
    if (value !== undefined && value !== null)
      values.push({ path: ['data', key], value, suggestion })
  }
  add('status', status, { title: 'Status', kind: 'choice', options: ['draft', 'published'] })
  add('locale', locale, { title: 'Locale', kind: 'text' })
  add('publish_at', publish_at, { title: 'Publish at', kind: 'date' })
  add('unpublish_at', unpublish_at, { title: 'Unpublish at', kind: 'date' })
  return values
}

/** Forms of values that are a single option. */
const OPTION_FORMS: ReadonlySet<ValueForm> = new Set(['option', 'choice'])

function suggestionFor(title: string, field: Metafield | undefined, value: unknown): Suggestion {
  const options = optionsOf(field).map((option) => option.value)
  if (isTexts(value)) {
    // Adding to a relation takes a list, even if the relation holds one object.
    const [only, ...others] = value
    const isOne = field && !isListType(field.type) && only !== undefined && others.length === 0
    if (isOne) return { title, kind: 'text', usual: only }
    return { title, kind: 'list', ...(options.length > 0 && { options }) }
  }
  if (field && OPTION_FORMS.has(valueFormOf(field.type)) && options.length > 0) {
    return { title, kind: 'choice', options }
  }
  if (field?.type === 'date') return { title, kind: 'date' }
  if (typeof value === 'number') return { title, kind: 'number' }
  return { title, kind: typeof value === 'boolean' ? 'boolean' : 'text' }
}
