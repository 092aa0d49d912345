import { hasOptions, isRelationType } from '@typecase/contract/field-types'
import {
  forbiddenKeys,
  type Metafield,
  metafieldKey,
  metafieldTypes,
  type ShowWhen,
} from '@typecase/contract/metafields'

import { fieldPattern } from '../../object-types/field-pattern.ts'
import { isUnique } from '../../objects/model/values/unique-values.ts'
import { mapFields } from '@typecase/contract/field-values/field-tree'
import { isRecord } from '@typecase/contract/field-values/value-check'
import { keyOfTitle, listOf, type Raw, textOf } from './missing-keys.ts'

/** A field of an object type or an object in a bucket.json, and its value there. */
export interface ReadField {
  field: Metafield
  value: unknown
}

/** Receives the problems and the conversions of fields. */
export interface FieldReport {
  error(path: string, message: string, rule: string): void
  warn(message: string): void
  /** Whether fields keep the ids that they have in the file. */
  hasIds?: boolean
}

type Within = 'type' | 'parent' | 'repeater'

const isKey = metafieldKey()
/** Reserved keys that are renamed; unlike them, the names of JavaScript's prototypes are refused. */
const renamed: readonly string[] = ['id', 'slug', 'title', 'metadata']
const mediaKinds = ['image', 'video', 'audio', 'application'] as const

/**
 * Reads a list of metafields of any version of the format. Converts two structures that our object types do not
 * support: plain fields with children become groups, or repeaters if a child's key occurs more than once; groups within
 * groups are flattened, and their keys are joined.
 */
export function readMetafields(list: unknown, path: string, report: FieldReport): ReadField[] {
  return readLevel(list, path, 'type', report)
}

function readLevel(list: unknown, path: string, within: Within, report: FieldReport): ReadField[] {
  if (list === undefined || list === null || list === false) return []
  if (!Array.isArray(list)) {
    report.error(path, `${path} must be a list`, 'type')
    return []
  }
  const fields = list.flatMap((raw: unknown, index) =>
    readField(raw, `${path}.${index}`, within, report),
  )
  return distinct(fields, report)
}

function readField(raw: unknown, path: string, within: Within, report: FieldReport): ReadField[] {
  if (!isRecord(raw)) {
    report.error(path, `${path} must be a metafield`, 'type')
    return []
  }
  const key = keyOf(raw, path, report)
  const type = typeOf(raw, path, report)
  if (key === undefined || type === undefined) return []
  const title = typeof raw['title'] === 'string' ? raw['title'].slice(0, 200) : key
  const id = report.hasIds === true ? textOf(raw['id']) : ''
  const base = { ...(isId(id) && { id }), key, title: title || key }
  const children = listOf(raw['children'])

  if (type === 'repeater') return [repeater(raw, base, path, within, report)]
  if (type === 'parent') {
    return group(base, readLevel(children, `${path}.children`, 'parent', report), within)
  }
  const leaf = readLeaf(raw, { ...base, type }, report)
  if (children.length === 0) return [leaf]

  const below = children.flatMap((child, index) =>
    readField(
      child,
      `${path}.children.${index}`,
      within === 'repeater' ? within : 'parent',
      report,
    ),
  )
  const keys = children.map((child) => (isRecord(child) ? child['key'] : undefined))
  const isRepeated = new Set(keys).size < keys.length
  if (isRepeated && within !== 'repeater') {
    return [repeaterOf(base, children, path, report)]
  }
  const fields = isEmpty(leaf.value) ? [] : [leaf]
  return group(base, distinct([...fields, ...below], report), within)
}

/** Reads a repeater. Older files store its rows as `repeating_item`s, newer ones as its value. */
function repeater(
  raw: Raw,
  base: Pick<Metafield, 'id' | 'key' | 'title'>,
  path: string,
  within: Within,
  report: FieldReport,
): ReadField {
  const items = listOf(raw['children']).filter(isRecord)
  const rows = items.map((item, index) =>
    readLevel(item['children'], `${path}.children.${index}.children`, 'repeater', report),
  )
  const declared = readLevel(raw['repeater_fields'], `${path}.repeater_fields`, 'repeater', report)
  const fields = unite(
    declared.map(withDefault),
    ...rows.map((row) => row.map(({ field }) => field)),
  )
  const value = items.length > 0 ? rows.map(toValues) : listOf(raw['value'])
  const repeaterField = readLeaf(raw, { ...base, type: 'repeater' }, report).field
  // Repeaters cannot be nested, so the rows of an inner one stay unchanged as JSON.
  return within === 'repeater'
    ? { field: { ...base, type: 'json' }, value }
    : { field: { ...repeaterField, repeater_fields: fields }, value }
}

/** Reads a field whose children share a key: each child, with its descendants, becomes a row. */
function repeaterOf(
  base: Pick<Metafield, 'id' | 'key' | 'title'>,
  children: readonly unknown[],
  path: string,
  report: FieldReport,
): ReadField {
  const rows = children.map((child, index) => {
    const at = `${path}.children.${index}`
    if (!isRecord(child)) return []
    const childFields = readField({ ...child, children: null }, at, 'repeater', report)
    const below = readLevel(child['children'], `${at}.children`, 'repeater', report)
    return distinct([...childFields, ...below], report)
  })
  const fields = unite([], ...rows.map((row) => row.map(({ field }) => field)))
  report.warn(`“${base.title}” repeats its children; it became a repeater.`)
  return {
    field: { ...base, type: 'repeater', repeater_fields: fields },
    value: rows.map(toValues),
  }
}

/** Returns a group, or its fields under joined keys if groups cannot be nested there. */
function group(
  base: Pick<Metafield, 'id' | 'key' | 'title'>,
  children: readonly ReadField[],
  within: Within,
): ReadField[] {
  if (within === 'type') {
    const fields = children.map(withDefault)
    return [{ field: { ...base, type: 'parent', children: fields }, value: toValues(children) }]
  }
  return children.map(({ field, value }) => ({
    field: {
      ...field,
      key: `${base.key}_${field.key}`.slice(0, 100),
      title: `${base.title}: ${field.title}`.slice(0, 200),
    },
    value,
  }))
}

/** Gives each field its own key: a later field with the same key gets a number. */
function distinct(fields: readonly ReadField[], report: FieldReport): ReadField[] {
  const taken = new Set<string>()
  return fields.map((read) => {
    let { key } = read.field
    for (let n = 2; taken.has(key); n += 1) key = `${read.field.key}_${n}`
    taken.add(key)
    if (key === read.field.key) return read
    report.warn(`The key “${read.field.key}” comes more than once; the next one became “${key}”.`)
    return { ...read, field: { ...read.field, key } }
  })
}

/** Merges lists of fields by key; groups and repeaters are merged at every depth. */
export function unite(...lists: readonly (readonly Metafield[])[]): Metafield[] {
  const united = new Map<string, Metafield>()
  for (const field of lists.flat()) {
    const existing = united.get(field.key)
    united.set(field.key, existing ? uniteTwo(existing, field) : field)
  }
  return [...united.values()]
}

function uniteTwo(existing: Metafield, other: Metafield): Metafield {
  if (existing.type === 'parent' && other.type === 'parent') {
    return { ...existing, children: unite(existing.children ?? [], other.children ?? []) }
  }
  if (existing.type === 'repeater' && other.type === 'repeater') {
    const fields = unite(existing.repeater_fields ?? [], other.repeater_fields ?? [])
    return { ...existing, repeater_fields: fields }
  }
  return existing
}

/** Returns a field of an object type with its default value: the value that it has in the file. */
export function withDefault({ field, value }: ReadField): Metafield {
  const isDefault = field.type !== 'parent' && field.type !== 'repeater' && !isEmpty(value)
  return isDefault ? { ...field, value } : field
}

/** Returns fields without default values, since an object's values are no defaults. */
export const withoutDefaults = (fields: readonly Metafield[]): Metafield[] =>
  mapFields(fields, ({ value: _, ...field }) => field)

export const toValues = (fields: readonly ReadField[]): Record<string, unknown> =>
  Object.fromEntries(fields.map(({ field, value }) => [field.key, value]))

function keyOf(raw: Raw, path: string, report: FieldReport): string | undefined {
  const rawKey = textOf(raw['key']).replaceAll(/\s+/g, '_')
  const title = textOf(raw['title'])
  const key = rawKey === '' && title !== '' ? keyOfTitle(title) : rawKey
  if (renamed.includes(key)) {
    report.warn(`The key “${key}” is reserved; it became “field_${key}”.`)
    return `field_${key}`
  }
  if (isKey.allows(key) && !forbiddenKeys.includes(key)) return key
  const words = 'must be letters, digits, _ and -, and no reserved name'
  report.error(`${path}.key`, `${path}.key ${words}`, 'key')
  return undefined
}

function typeOf(raw: Raw, path: string, report: FieldReport): Metafield['type'] | undefined {
  const rawType = raw['type'] === undefined || raw['type'] === null ? 'text' : raw['type']
  const type = metafieldTypes.find((one) => one === rawType)
  if (!type) report.error(`${path}.type`, `${path}.type is not a type of metafield`, 'type')
  return type
}

const isId = (id: string) => id !== '' && id.length <= 64

const isEmpty = (value: unknown) => value === undefined || value === null || value === ''

/** Reads the rules of a field, and drops those that only the file's format allows. */
function readLeaf(
  raw: Raw,
  base: Pick<Metafield, 'id' | 'key' | 'title' | 'type'>,
  report: FieldReport,
): ReadField {
  const options = choicesOf(raw['options'], base.type)
  const media = mediaKinds.find((kind) => kind === raw['media_validation_type'])
  const pattern = patternOf(raw['regex'], base.title, report)
  const condition = conditionOf(raw['show_when'])
  const isChoiceless = hasOptions(base.type) && !options
  const field: Metafield = {
    ...base,
    // A choice needs options; without them, the objects' values are text.
    type: isChoiceless ? 'text' : base.type,
    ...(raw['required'] === true && { required: true }),
    ...(isUnique({ unique: raw['unique'] === true, type: base.type }) && { unique: true }),
    ...textPart(raw, 'helptext', 2000),
    ...(pattern !== undefined && { regex: pattern, ...textPart(raw, 'regex_message', 500) }),
    ...numberPart(raw, 'minlength'),
    ...numberPart(raw, 'maxlength'),
    ...numberPart(raw, 'min'),
    ...numberPart(raw, 'max'),
    ...(options && { options }),
    ...(isRelationType(base.type) && textPart(raw, 'object_type', 100)),
    ...(media && { media_validation_type: media }),
    ...(condition && { show_when: condition }),
  }
  return { field, value: raw['value'] }
}

function choicesOf(options: unknown, type: Metafield['type']): Metafield['options'] | undefined {
  if (type === 'switch') {
    // In our own exports, a switch may have no options.
    if (options === undefined) return undefined
    return options === 'yes,no' ? 'yes,no' : 'true,false'
  }
  if (!hasOptions(type) || !Array.isArray(options)) return undefined
  const choices = new Map<string, object>()
  for (const option of options) {
    const value = String(isRecord(option) ? (option['value'] ?? '') : option).trim()
    const key = isRecord(option) && typeof option['key'] === 'string' ? option['key'] : value
    const choice = type === 'select-dropdown' ? { key: key || value, value } : { value }
    if (value !== '') choices.set(type === 'select-dropdown' ? key || value : value, choice)
  }
  return choices.size > 0 ? [...choices.values()] : undefined
}

function patternOf(regex: unknown, title: string, report: FieldReport): string | undefined {
  if (typeof regex !== 'string' || regex === '' || regex.length > 200) return undefined
  try {
    fieldPattern(regex)
    return regex
  } catch {
    report.warn(`The pattern of “${title}” cannot be run here and was left out.`)
    return undefined
  }
}

function conditionOf(raw: unknown): ShowWhen | undefined {
  if (!isRecord(raw)) return undefined
  const op = (['eq', 'neq', 'exists', 'not_exists'] as const).find((one) => one === raw['op'])
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
  // The computed key is one of `K`, but TypeScript widens its type.
  return { [key]: value.slice(0, longest) } as Partial<Record<K, string>>
}

function numberPart<K extends 'minlength' | 'maxlength' | 'min' | 'max'>(
  raw: Raw,
  key: K,
): Partial<Record<K, number>> {
  const rawValue = raw[key]
  const value = typeof rawValue === 'string' && rawValue.trim() !== '' ? Number(rawValue) : rawValue
  const isWhole = key === 'minlength' || key === 'maxlength'
  if (typeof value !== 'number' || !Number.isFinite(value)) return {}
  if (isWhole && (!Number.isInteger(value) || value < 0)) return {}
  // The computed key is one of `K`.
  return { [key]: value } as Partial<Record<K, number>>
}
