import type { Metafield } from '@typecase/contract/metafields'

import { optionsOf } from '../../objects/metafield-values/choice.ts'
import { isObject } from '../reading/json-record.ts'

/** What converting a value needs to know of the world, and whom it tells what is wrong. */
export interface Conversion {
  fail(path: string, message: string): void
  /** The id of the object that a value of a relation means, or null where there is none. */
  refer(value: string, field: Metafield): string | null
  /** Hears the name of a media. */
  names(media: string, field: Metafield): void
}

/** The values of an object in the form that is stored; those without a field stay as they are. */
export function convertValues(
  fields: readonly Metafield[],
  values: Readonly<Record<string, unknown>>,
  at: string,
  conversion: Conversion,
): Record<string, unknown> {
  const byKey = new Map(fields.map((field) => [field.key, field]))
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => {
      const field = byKey.get(key)
      return [key, field ? convertValue(field, value, `${at}.${key}`, conversion) : value]
    }),
  )
}

function convertValue(
  field: Metafield,
  value: unknown,
  at: string,
  conversion: Conversion,
): unknown {
  const fail = (words: string) => {
    const isShown = typeof value === 'string' || typeof value === 'number'
    const given = isShown ? `, not “${String(value).slice(0, 100)}”` : ''
    conversion.fail(at, `${at} ${words}${given}`)
    return null
  }
  const named = (item: unknown) => {
    const name = fileOf(item)
    if (name !== undefined) conversion.names(name, field)
    return name
  }
  if (value === undefined || value === null) return emptyOf(field)
  switch (field.type) {
    case 'json':
      if (value === '') return null
      return typeof value === 'string' ? asJson(value) : value
    case 'number': {
      if (value === '') return null
      const number = typeof value === 'string' ? Number(value) : value
      return typeof number === 'number' && Number.isFinite(number)
        ? number
        : fail('must be a number')
    }
    case 'date':
      return value === '' ? null : (dateOf(value) ?? fail('must be a date such as 2026-11-20'))
    case 'switch':
      return value === '' ? null : (booleanOf(value) ?? fail('must be true or false'))
    case 'select-dropdown':
      return value === '' ? null : (chosen(value, field) ?? fail('must be a text'))
    case 'multi-select':
    case 'check-boxes':
      return textsOf(value) ?? fail('must be a list of texts')
    case 'file':
      return named(value) ?? fail('must be the name of a media')
    case 'files':
      return listOf(value).map((item) => named(item) ?? fail('must hold names of media'))
    case 'object':
      return value === '' ? null : referenceOf(value, field, conversion, fail)
    case 'objects':
      return listOf(value)
        .map((item) => referenceOf(item, field, conversion, fail))
        .filter((id) => id !== null)
    case 'parent':
      if (!isObject(value)) return value === '' ? {} : fail('must be an object')
      return convertValues(field.children ?? [], value, at, conversion)
    case 'repeater':
      if (value === '') return []
      return (jsonList(value) ?? fail('must be a list'))?.map((row: unknown, index) =>
        isObject(row)
          ? convertValues(field.repeater_fields ?? [], row, `${at}.${index}`, conversion)
          : fail('must hold objects'),
      )
    default:
      return textOf(value) ?? fail('must be a text')
  }
}

function emptyOf({ type }: Metafield): unknown {
  const isList =
    type === 'objects' || type === 'files' || type === 'repeater' || type === 'multi-select'
  return isList || type === 'check-boxes' ? [] : null
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
}

/** A text that is no JSON itself becomes one: that is what the field's editor stores. */
function asJson(text: string): string {
  try {
    JSON.parse(text)
    return text
  } catch {
    return JSON.stringify(text)
  }
}

/** The whole choice, as it is stored; one that the field does not offer stands for itself. */
function chosen(value: unknown, field: Metafield): { key: string; value: string } | undefined {
  const wanted = textOf(isObject(value) ? (value['key'] ?? value['value']) : value)
  if (wanted === undefined) return undefined
  const options = optionsOf(field)
  const known =
    options.find((option) => option.key === wanted) ??
    options.find((option) => option.value === wanted)
  return known ?? { key: wanted, value: wanted }
}

/** A list, or the text of one: how tables hold what commas do not tell apart. */
function jsonList(value: unknown): unknown[] | undefined {
  if (Array.isArray(value)) return value
  if (typeof value !== 'string' || !value.startsWith('[')) return undefined
  try {
    const list: unknown = JSON.parse(value)
    return Array.isArray(list) ? list : undefined
  } catch {
    return undefined
  }
}

/** Lists, and the texts with commas that older versions of the format write. */
function listOf(value: unknown): unknown[] {
  const list = jsonList(value)
  if (list) return list
  if (typeof value !== 'string') return [value]
  return value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

function textsOf(value: unknown): string[] | undefined {
  const texts = listOf(value).map(textOf)
  return texts.every((text) => text !== undefined) ? texts : undefined
}

/** `YYYY-MM-DD`; of a time, its day in UTC. */
function dateOf(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const isIso = /^\d{4}-\d\d-\d\d(T[\d:.]+(Z|[+-]\d\d:?\d\d)?)?$/.test(value)
  if (!isIso || Number.isNaN(Date.parse(value))) return undefined
  return value.length === 10 ? value : new Date(value).toISOString().slice(0, 10)
}

function booleanOf(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value
  const text = String(value).toLowerCase()
  if (['true', 'yes', '1', 'on'].includes(text)) return true
  return ['false', 'no', '0', 'off'].includes(text) ? false : undefined
}

/** A media by its name; of an embedded one, or of an address of our own form, the last part. */
function fileOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  if (!isObject(value)) return undefined
  const { name, url, imgix_url: imgix } = value
  if (typeof name === 'string') return name
  const address = typeof url === 'string' ? url : imgix
  return typeof address === 'string'
    ? decoded(address.slice(address.lastIndexOf('/') + 1))
    : undefined
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function referenceOf(
  value: unknown,
  field: Metafield,
  conversion: Conversion,
  fail: (words: string) => null,
): string | null {
  const id = textOf(isObject(value) ? (value['id'] ?? value['_id']) : value)
  return id === undefined ? fail('must be a relation') : conversion.refer(id, field)
}
