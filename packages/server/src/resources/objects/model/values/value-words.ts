import { type ValueForm, valueFormOf } from '@typecase/contract/field-types'
import type { Metafield } from '@typecase/contract/metafields'

import { isExact, isNumeric } from '@typecase/contract/field-values/exact-number'
import { asText, isRecord } from '@typecase/contract/field-values/value-check'

/** Reads a number from a text; undefined if the text is not a number or would lose digits. */
export const numberIn = (text: string): number | undefined =>
  isNumeric(text) && isExact(text.trim()) ? Number(text) : undefined

/** Reads a day from a text that begins with the year, or returns undefined. A time with a zone gives its day in UTC. */
export function dayIn(text: string): string | undefined {
  const [, year, month = '', day = '', time = ''] =
    /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ](\d{2}:\d{2}.*))?$/.exec(text.trim()) ?? []
  if (year === undefined) return undefined
  const isoDate = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  // `Date.parse` would read 30 February as 1 or 2 March.
  if (dayOf(`${isoDate}T00:00:00.000Z`) !== isoDate) return undefined
  return /(?:Z|[+-]\d{2}:?\d{2})$/.test(time) ? dayOf(`${isoDate}T${time}`) : isoDate
}

function dayOf(time: string): string | undefined {
  const at = Date.parse(time)
  return Number.isNaN(at) ? undefined : new Date(at).toISOString().slice(0, 10)
}

const yes: ReadonlySet<string> = new Set(['true', 'yes', 'on', '1'])
const no: ReadonlySet<string> = new Set(['false', 'no', 'off', '0'])

/** Reads a text as yes or no; undefined if it is neither. */
export function switchIn(text: string): boolean | undefined {
  const word = text.trim().toLowerCase()
  if (yes.has(word)) return true
  return no.has(word) ? false : undefined
}

/** Returns the word for a switch's value. */
const switchWord = (isOn: boolean, { options }: Metafield): string =>
  options === 'yes,no' ? (isOn ? 'yes' : 'no') : String(isOn)

/**
 * Returns the texts in a field's value: one, or one for each item of a list; undefined for a value without text, such
 * as a group.
 */
export function textsOf(value: unknown, field: Metafield): string[] | undefined {
  if (typeof value === 'string' && field.type === 'objects' && value.includes(',')) {
    return value.split(',').map((part) => part.trim())
  }
  const parts = (Array.isArray(value) ? value : [value]).map((part: unknown) => textOf(part, field))
  return parts.every((part) => part !== undefined) ? parts : undefined
}

function textOf(value: unknown, field: Metafield): string | undefined {
  if (typeof value === 'boolean') return switchWord(value, field)
  if (!isRecord(value)) return asText(value)
  return nameKeys[valueFormOf(field.type)]
    ?.map((key) => asText(value[key]))
    .find((name) => name !== undefined)
}

/** The keys that hold the text of a value stored as an object; the older names come from exports. */
const nameKeys: Partial<Record<ValueForm, readonly string[]>> = {
  option: ['value', 'key'],
  file: ['name', 'url', 'imgix_url'],
  files: ['name', 'url', 'imgix_url'],
  object: ['id', '_id'],
  objects: ['id', '_id'],
}

const MAX_QUOTE_LENGTH = 40

/** Returns a value quoted and shortened for a message. */
export function quoteValue(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  const letters = Array.from(text.slice(0, 2 * MAX_QUOTE_LENGTH).replaceAll(/\s+/g, ' '))
  return `“${letters.length > MAX_QUOTE_LENGTH ? `${letters.slice(0, MAX_QUOTE_LENGTH).join('')}…` : letters.join('')}”`
}
