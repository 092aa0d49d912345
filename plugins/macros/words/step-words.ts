import type { BulkEditData, FieldEdit } from '@typecase/contract/bulk-edit'
import type { MacroArgument, MacroStep } from '@typecase/contract/macros'
import type { Metafield } from '@typecase/contract/metafields'

import { argumentIn } from './argument-in.ts'
import { titleOf } from './field-titles.ts'

/** What the words of a step are made with. */
export interface Names {
  readonly fields: ReadonlyMap<string, Metafield>
  readonly arguments: readonly MacroArgument[]
}

/** What a step does, for people: `Set Price to 5`, `Replace “old” with “new” in Title`. Arguments stand in ‹ ›. */
export function stepWords({ call, body }: MacroStep, names: Names): string {
  switch (call) {
    case 'objects.bulkEdit':
      // The contract's schema of the call let it in.
      return editWords(body['data'] as BulkEditData, names) || 'Change nothing'
    case 'objects.searchAndReplace':
      return replaceWords(body, names)
    case 'objects.publishByIds':
      return 'Publish'
    case 'objects.unpublishByIds':
      return 'Unpublish'
    default:
      return 'Delete'
  }
}

/** One line for several steps: `Set Price to 5 → Publish`. */
export const stepsInWords = (steps: readonly MacroStep[], names: Names): string =>
  steps.map((step) => stepWords(step, names)).join(' → ')

function editWords(data: BulkEditData | undefined, names: Names): string {
  const { fields = {}, metadata = {}, ...own } = data ?? {}
  const edits = [
    ...Object.entries(fields).map(([path, edit]) => fieldWords(path, edit, names)),
    ...Object.entries(metadata).map(([path, edit]) => fieldWords(path, edit, names)),
  ]
  return [...edits, ...ownWords(own, names)]
    .map((words, index) => (index === 0 ? words : words.charAt(0).toLowerCase() + words.slice(1)))
    .join(', ')
}

function fieldWords(path: string, { op, value }: FieldEdit, names: Names): string {
  const field = titleOf(names.fields, path)
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

function ownWords(own: BulkEditData, names: Names): string[] {
  const words: string[] = []
  const { status, locale, publish_at, unpublish_at } = own
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
    ? ` in ${fields.map((path) => titleOf(names.fields, String(path).replace(/^metadata\./, ''))).join(', ')}`
    : ''
  const what = valueWords(find, names)
  return replace === ''
    ? `Take out ${what}${where}`
    : `Replace ${what} with ${valueWords(replace, names)}${where}`
}

/** Letters of a value that are shown. */
const SHOWN = 40

/** A value as it stands in a sentence. */
export function valueWords(value: unknown, names: Pick<Names, 'arguments'>): string {
  const key = argumentIn(value)
  if (key !== undefined) {
    return `‹${names.arguments.find((argument) => argument.key === key)?.title ?? key}›`
  }
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (typeof value === 'number') return String(value)
  if (Array.isArray(value)) return value.map((item) => valueWords(item, names)).join(', ')
  if (value === undefined) return ''
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return `“${text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text}”`
}

const moment = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })

function momentWords(value: unknown, names: Names): string {
  const time = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value
  if (typeof time !== 'number' && typeof time !== 'string') return valueWords(value, names)
  const date = new Date(time)
  return Number.isNaN(date.getTime()) ? valueWords(value, names) : moment.format(date)
}
