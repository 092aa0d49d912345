import type { Metafield } from '@typecase/contract/metafields'

import { isRecord } from '../../objects/metafield-values/value-check.ts'

/** The number that a text says exactly, or nothing. */
export function numberIn(text: string): number | undefined {
  const trimmed = text.trim()
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?$/i.test(trimmed)) return undefined
  const value = Number(trimmed)
  // Digits beyond what a number can hold would be lost.
  const digits = trimmed.replace(/e.*$/i, '').replaceAll(/[^\d]/g, '').replace(/^0+/, '')
  const isExact = digits.length <= 15 || String(value) === trimmed
  return Number.isFinite(value) && isExact ? value : undefined
}

/** The day that a text says, year first, or nothing. */
export function dayIn(text: string): string | undefined {
  const [, year, month = '', day = ''] =
    /^\s*(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ]\d{2}:\d{2}.*)?\s*$/.exec(text) ?? []
  if (year === undefined) return undefined
  const written = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const time = Date.parse(`${written}T00:00:00.000Z`)
  // 30 February would be read as 1 or 2 March.
  const isDay = !Number.isNaN(time) && new Date(time).toISOString().startsWith(written)
  return isDay ? written : undefined
}

const yes: ReadonlySet<string> = new Set(['true', 'yes', 'on', '1'])
const no: ReadonlySet<string> = new Set(['false', 'no', 'off', '0'])

/** Whether a text says yes or no, or nothing of the kind. */
export function switchIn(text: string): boolean | undefined {
  const word = text.trim().toLowerCase()
  if (yes.has(word)) return true
  return no.has(word) ? false : undefined
}

/** The words of a switch. */
export const switchWord = (isOn: boolean, { options }: Metafield): string =>
  options === 'yes,no' ? (isOn ? 'yes' : 'no') : String(isOn)

/**
 * The texts that a value of a field is made of: one, or one for each part of a list; nothing for what is no text, such
 * as a group.
 */
export function textsOf(value: unknown, field: Metafield): string[] | undefined {
  if (typeof value === 'boolean') return [switchWord(value, field)]
  if (typeof value === 'number') return [String(value)]
  if (typeof value === 'string') {
    const isList = field.type === 'objects' && value.includes(',')
    return isList ? value.split(',').map((part) => part.trim()) : [value]
  }
  if (Array.isArray(value)) {
    const parts = value.map((part: unknown) =>
      Array.isArray(part) ? undefined : textsOf(part, field),
    )
    return parts.includes(undefined) ? undefined : parts.flatMap((part) => part ?? [])
  }
  if (!isRecord(value)) return undefined
  const named = nameKeys[field.type]?.map((key) => value[key]).find(isText)
  return named === undefined ? undefined : [named]
}

/** What stands for a value that is stored as an object. */
const nameKeys: Partial<Record<Metafield['type'], readonly string[]>> = {
  'select-dropdown': ['value', 'key'],
  file: ['name', 'url'],
  files: ['name', 'url'],
  object: ['id'],
  objects: ['id'],
}

const isText = (value: unknown) => typeof value === 'string'

const SHOWN = 40

/** A value as a reason quotes it. */
export function quoted(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  const letters = Array.from(text.slice(0, 2 * SHOWN).replaceAll(/\s+/g, ' '))
  return `“${letters.length > SHOWN ? `${letters.slice(0, SHOWN).join('')}…` : letters.join('')}”`
}
