import type { Metafield, ShowWhen } from '@typecase/contract/metafields'

import { fieldPattern } from '../../object-types/field-pattern.ts'
import { isObject } from './json-record.ts'
import type { FieldReport, ReadField } from './legacy-metafields.ts'

type Raw = Readonly<Record<string, unknown>>

const choiceTypes: readonly string[] = [
  'select-dropdown',
  'select',
  'multi-select',
  'radio-buttons',
  'check-boxes',
]
const uniqueTypes: readonly string[] = ['text', 'textarea', 'number', 'date', 'select']
const mediaKinds = ['image', 'video', 'audio', 'application'] as const

/** Reads the rules of a field, leaving out what the format allowed and ours does not. */
export function readLeaf(
  raw: Raw,
  base: Pick<Metafield, 'key' | 'title' | 'type'>,
  report: FieldReport,
): ReadField {
  const options = choicesOf(raw['options'], base.type)
  const media = mediaKinds.find((kind) => kind === raw['media_validation_type'])
  const pattern = patternOf(raw['regex'], base.title, report)
  const condition = conditionOf(raw['show_when'])
  const isChoiceless = choiceTypes.includes(base.type) && !options
  const field: Metafield = {
    ...base,
    // A choice of nothing cannot be made; what objects hold there is text.
    type: isChoiceless ? 'text' : base.type,
    ...(raw['required'] === true && { required: true }),
    ...(raw['unique'] === true && uniqueTypes.includes(base.type) && { unique: true }),
    ...textPart(raw, 'helptext', 2000),
    ...(pattern !== undefined && { regex: pattern, ...textPart(raw, 'regex_message', 500) }),
    ...numberPart(raw, 'minlength'),
    ...numberPart(raw, 'maxlength'),
    ...numberPart(raw, 'min'),
    ...numberPart(raw, 'max'),
    ...(options && { options }),
    ...((base.type === 'object' || base.type === 'objects') && textPart(raw, 'object_type', 100)),
    ...(media && { media_validation_type: media }),
    ...(condition && { show_when: condition }),
  }
  return { field, value: raw['value'] }
}

function choicesOf(options: unknown, type: Metafield['type']): Metafield['options'] | undefined {
  if (type === 'switch') return options === 'yes,no' ? 'yes,no' : 'true,false'
  if (!choiceTypes.includes(type) || !Array.isArray(options)) return undefined
  const choices = new Map<string, object>()
  for (const option of options) {
    const value = String(isObject(option) ? (option['value'] ?? '') : option).trim()
    const key = isObject(option) && typeof option['key'] === 'string' ? option['key'] : value
    const choice = type === 'select-dropdown' ? { key: key || value, value } : { value }
    if (value !== '') choices.set(type === 'select-dropdown' ? key || value : value, choice)
  }
  return choices.size > 0 ? [...choices.values()] : undefined
}

function patternOf(written: unknown, title: string, report: FieldReport): string | undefined {
  if (typeof written !== 'string' || written === '' || written.length > 200) return undefined
  try {
    fieldPattern(written)
    return written
  } catch {
    report.warn(`The pattern of “${title}” cannot be run here and was left out.`)
    return undefined
  }
}

function conditionOf(raw: unknown): ShowWhen | undefined {
  if (!isObject(raw)) return undefined
  const op = (['eq', 'neq', 'exists', 'not_exists'] as const).find((known) => known === raw['op'])
  if (!op || typeof raw['key'] !== 'string') return undefined
  return { key: raw['key'], op, ...('value' in raw && { value: raw['value'] }) }
}

function textPart<K extends 'helptext' | 'regex_message' | 'object_type'>(
  raw: Raw,
  key: K,
  longest: number,
): Partial<Record<K, string>> {
  const value = raw[key]
  if (typeof value !== 'string' || value === '') return {}
  // One key of the names above; the type of a computed key is wider.
  return { [key]: value.slice(0, longest) } as Partial<Record<K, string>>
}

function numberPart<K extends 'minlength' | 'maxlength' | 'min' | 'max'>(
  raw: Raw,
  key: K,
): Partial<Record<K, number>> {
  const written = raw[key]
  const value = typeof written === 'string' && written.trim() !== '' ? Number(written) : written
  const isWhole = key === 'minlength' || key === 'maxlength'
  if (typeof value !== 'number' || !Number.isFinite(value)) return {}
  if (isWhole && (!Number.isInteger(value) || value < 0)) return {}
  // As above.
  return { [key]: value } as Partial<Record<K, number>>
}
