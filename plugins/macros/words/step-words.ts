import type { BulkEditData } from '@typecase/contract/bulk-edit'
import type { MacroArgument, MacroStep } from '@typecase/contract/macros'
import { formatDateTime } from '@typecase/ui/format'

import { argumentIn, fieldEdits, type IndexedEdit } from './field-edits.ts'
import type { FieldNames } from './field-names.ts'

/** The names that the description of a step needs. */
export interface Names extends FieldNames {
  readonly arguments: readonly MacroArgument[]
  /** Known titles of objects, by id. */
  readonly objects?: ReadonlyMap<string, string>
}

/** Describes a step: `Set Price to 5`, `Replace “old” with “new” in Title`. Arguments are in ‹ ›. */
export function stepWords(step: MacroStep, names: Names): string {
  const { call, body } = step
  const everywhere = body['all_versions'] === true ? ' in all locales' : ''
  switch (call) {
    case 'objects.bulkEdit':
      return editWords(step, names) || 'Change nothing'
    case 'objects.searchAndReplace':
      return replaceWords(body, names)
    case 'objects.publishByIds':
      return `Publish${everywhere}`
    case 'objects.unpublishByIds':
      return `Unpublish${everywhere}`
    default:
      return 'Delete'
  }
}

/** Describes several steps in one line: `Set Price to 5 → Publish`. */
export const describeSteps = (steps: readonly MacroStep[], names: Names): string =>
  steps.map((step) => stepWords(step, names)).join(' → ')

function editWords(step: MacroStep, names: Names): string {
  const edits = fieldEdits(step).map((edit) => fieldWords(edit, names))
  // The contract's schema of the call has validated it.
  const data = (step.body['data'] ?? {}) as BulkEditData
  return [...edits, ...describeEdit(data, names)]
    .map((words, index) => (index === 0 ? words : words.charAt(0).toLowerCase() + words.slice(1)))
    .join(', ')
}

function fieldWords({ field: path, edit: { op, value } }: IndexedEdit, names: Names): string {
  const field = names.titleOf(path)
  const words = valueWords(value, names)
  switch (op) {
    case 'clear':
      return `Clear ${field}`
    case 'append':
      return `Append ${words} to ${field}`
    case 'prepend':
      return `Prepend ${words} to ${field}`
    case 'remove':
      return `Remove ${words} from ${field}`
    case 'increment':
      return `Increase ${field} by ${words}`
    case 'add':
      return `Add ${words} to ${field}`
    case 'template':
      return `Make ${field} of ${words}`
    default:
      return `Set ${field} to ${words}`
  }
}

function describeEdit(edit: BulkEditData, names: Names): string[] {
  const words: string[] = []
  const { status, locale, publish_at, unpublish_at } = edit
  if (status === 'published') words.push('Publish')
  else if (status === 'draft') words.push('Save as draft')
  else if (status !== undefined) words.push(`Set status to ${valueWords(status, names)}`)
  if (locale === null || locale === '') words.push('Clear the locale')
  else if (locale !== undefined) words.push(`Move to locale ${valueWords(locale, names)}`)
  if (publish_at === null && unpublish_at === null) return [...words, 'Clear the schedule']
  if (publish_at === null) words.push('Do not publish later')
  else if (publish_at !== undefined) words.push(`Publish at ${momentWords(publish_at, names)}`)
  if (unpublish_at === null) words.push('Do not unpublish later')
  else if (unpublish_at !== undefined) {
    words.push(`Unpublish at ${momentWords(unpublish_at, names)}`)
  }
  return words
}

function replaceWords({ find, replace, fields }: MacroStep['body'], names: Names): string {
  const where = Array.isArray(fields)
    ? ` in ${fields.map((path) => names.titleOf(String(path))).join(', ')}`
    : ''
  const what = valueWords(find, names)
  return replace === ''
    ? `Take out ${what}${where}`
    : `Replace ${what} with ${valueWords(replace, names)}${where}`
}

/** Number of letters of a value that are shown. */
const MAX_VALUE_LENGTH = 40

/** Formats a value for use in a sentence. */
export function valueWords(value: unknown, names: Pick<Names, 'arguments' | 'objects'>): string {
  const key = argumentIn(value)
  if (key !== undefined) {
    return `‹${names.arguments.find((argument) => argument.key === key)?.title ?? key}›`
  }
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (typeof value === 'number') return String(value)
  if (Array.isArray(value)) return value.map((item) => valueWords(item, names)).join(', ')
  if (value === undefined) return ''
  const text =
    typeof value === 'string' ? (names.objects?.get(value) ?? value) : JSON.stringify(value)
  return `“${text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH)}…` : text}”`
}

function momentWords(value: unknown, names: Names): string {
  const time = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value
  if (typeof time !== 'number' && typeof time !== 'string') return valueWords(value, names)
  const date = new Date(time)
  return Number.isNaN(date.getTime()) ? valueWords(value, names) : formatDateTime(date)
}
