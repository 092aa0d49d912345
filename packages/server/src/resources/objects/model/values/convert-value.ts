import { isDeepStrictEqual } from 'node:util'

import {
  hasOptions,
  isListType,
  syntaxOf,
  type ValueForm,
  valueFormOf,
} from '@typecase/contract/field-types'
import type { Metafield } from '@typecase/contract/metafields'

import { checkValues, emptyValue } from '@typecase/contract/field-values/check-values'
import { optionsOf } from '@typecase/contract/field-values/choice'
import { nameOf } from '@typecase/contract/field-values/media-name'
import { newFindings } from './findings.ts'
import { tooLittle } from '@typecase/contract/field-values/missing-values'
import { isParsed, LONGEST_PARSED, plainText, convertText } from './text-forms.ts'
import { isNumeric } from '@typecase/contract/field-values/exact-number'
import { innerFields } from '@typecase/contract/field-values/field-tree'
import { asText, isEmpty, isRecord } from '@typecase/contract/field-values/value-check'
import { dayIn, numberIn, quoteValue, switchIn, textsOf } from './value-words.ts'

// One table of converters, by the type of the target field. A value comes from another field, whose type determines how
// to read it, or from a file, which may use any understandable form.

/** A converted value, or the reason why it cannot be converted. */
export type Conversion = { readonly value: unknown } | { readonly reason: string }

/** Lookups and callbacks for converting the values of a file. */
export interface FileConversion {
  /** Whether the file has values in the stored form, so that valid ones stay unchanged. */
  isExact?: boolean | undefined
  fail(path: string, message: string): void
  /** Returns the id of the object that a relation's value refers to; null if there is no such object. */
  refer(value: string, field: Metafield, path: string): string | null
  /** Receives the name of each media file. */
  names(media: string, field: Metafield): void
}

type FromField = { readonly from: Metafield; readonly file?: undefined }
type FromFile = { readonly from?: undefined; readonly file: FileConversion; readonly at: string }

/** The value `input` is not `what`; each caller words its own message. */
type Refusal = { readonly input: unknown; readonly what: string }
type Convert = (value: unknown, to: Metafield, source: FromField | FromFile) => Conversion | Refusal

/**
 * Rules about the form of a value, which also apply to fields within a group. Rules about amounts only apply to the
 * field itself.
 */
const ofForm: ReadonlySet<string> = new Set([
  'type',
  'option',
  'date',
  'color',
  'emoji',
  'json',
  'unknown_key',
])

/**
 * Converts a value from the stored form of one field to that of another. The pair of types determines which losses are
 * accepted, such as tags when HTML becomes plain text. A value that would lose anything else, or break a rule of the
 * new field, is not converted. Empty values stay empty. Never throws.
 */
export function convertValue(value: unknown, from: Metafield, to: Metafield): Conversion {
  if (isEmpty(value)) return { value: emptyOf(to, value) }
  const converted = converters[valueFormOf(to.type)](value, to, { from })
  if ('reason' in converted) return converted
  if ('what' in converted) {
    return { reason: `${quoteValue(converted.input)} is not ${converted.what}` }
  }
  const findings = newFindings()
  const checked = checkValues([to], { [to.key]: converted.value }, '', findings)
  const stored = findings.problems.length > 0 ? converted.value : checked[to.key]
  const suffix = `.${to.key}`
  // Values inside a group that stays a group are not converted along with it.
  const isWithin = from.type === 'parent' || from.type === 'repeater'
  const broken = [...findings.problems, ...tooLittle(to, stored, suffix)].find(
    ({ path, rule = '' }) => !isWithin || path === suffix || ofForm.has(rule),
  )
  if (!broken) return { value: stored }
  // A field may have a custom message for its pattern.
  const messageMatch = /^\.\S+ (.*)$/s.exec(broken.message)
  return {
    reason: messageMatch
      ? `${quoteValue(value)} ${messageMatch[1]}`
      : `${quoteValue(value)}: ${broken.message}`,
  }
}

/**
 * Converts the values of an object in a file to the stored form; values without a field stay unchanged. The caller
 * checks options and other rules, since some files are accepted in spite of problems.
 */
export function convertValues(
  fields: readonly Metafield[],
  values: Readonly<Record<string, unknown>>,
  at: string,
  file: FileConversion,
): Record<string, unknown> {
  const byKey = new Map(fields.map((field) => [field.key, field]))
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => {
      const field = byKey.get(key)
      return [key, field ? fromFile(value, field, { file, at: `${at}.${key}` }) : value]
    }),
  )
}

function fromFile(value: unknown, field: Metafield, source: FromFile): unknown {
  const { at, file } = source
  if (value === undefined || value === null || value === '') {
    return file.isExact ? value : emptyOf(field, value)
  }
  if (file.isExact && isStoredForm(value, field)) return value
  const converted = converters[valueFormOf(field.type)](value, field, source)
  if ('value' in converted) return converted.value
  const text = 'input' in converted ? quote(converted.input) : ''
  const words = 'what' in converted ? `must be ${converted.what}${text}` : converted.reason
  file.fail(at, `${at} ${words}`)
  return null
}

/** Whether a type's converter would change the form of some values that its fields accept. */
const isNormalized = ({ type }: Metafield) =>
  type === 'emoji' || (hasOptions(type) && valueFormOf(type) !== 'option')

function isStoredForm(value: unknown, field: Metafield): boolean {
  // The field's rules refuse invalid JSON.
  if (field.type === 'json') return true
  if (!isNormalized(field)) return false
  const findings = newFindings()
  const { v } = checkValues([{ ...field, key: 'v' }], { v: value }, '', findings)
  return findings.problems.length === 0 && isDeepStrictEqual(v, value)
}

const quote = (text: unknown) =>
  typeof text === 'string' || typeof text === 'number'
    ? `, not “${String(text).slice(0, 100)}”`
    : ''

/** Returns the empty value of a field's type: null if an empty text is not valid. */
const emptyOf = (field: Metafield, value: unknown) =>
  value === '' || isListType(field.type) ? emptyValue(field) : null

type Reader = (text: string, to: Metafield, source: FromField | FromFile) => unknown

/** Creates a converter that expects exactly one text; a list of several does not fit. */
const one =
  (read: Reader, what: string): Convert =>
  (value, to, source) => {
    const texts = plainTexts(value, to, source)
    if (!texts) return noText(value, what, source)
    const [text = ''] = texts
    if (texts.length > 1) return { reason: `${texts.length} values do not fit in one` }
    const singleValue = read(text, to, source)
    return singleValue === undefined ? { input: text, what } : { value: singleValue }
  }

/**
 * Creates a converter for any number of texts; a single text may separate several values with commas, semicolons or
 * line breaks.
 */
const many =
  (read: Reader, what: string): Convert =>
  (value, to, source) => {
    const texts = plainTexts(value, to, source)
    if (!texts) return noText(value, what, source)
    const single = texts.map((text) => read(text, to, source))
    if (!single.includes(undefined)) return { value: listValue(single, source) }
    const parts = texts.flatMap((text) => partsOf(text, /[,;\n]/))
    const partValues = parts.map((text) => read(text, to, source))
    const missing = partValues.indexOf(undefined)
    return missing < 0 ? { value: listValue(partValues, source) } : { input: parts[missing], what }
  }

/** Drops null, which is a relation to a missing object. A list from a file keeps duplicates, as saving it does. */
const listValue = (list: readonly unknown[], { from }: FromField | FromFile) =>
  [...(from ? new Set(list) : list)].filter((item) => item !== null)

export const partsOf = (text: string, separator: string | RegExp): string[] =>
  text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '')

const noText = (text: unknown, what: string, { from }: FromField | FromFile) =>
  from ? { reason: `A ${from.type} is not ${what}` } : { input: text, what }

/** Returns the texts of a value, without the tags of an HTML field or the quotes of a JSON string. */
function plainTexts(
  value: unknown,
  to: Metafield,
  { from }: FromField | FromFile,
): string[] | undefined {
  if (!from) return textsInFile(value, to)
  const texts = textsOf(from.type === 'json' ? parse(value) : value, from)
  return from.type === 'html-textarea' ? texts?.map(plainText) : texts
}

/**
 * Reads texts from a file. A list may be an array, a JSON array, or, as in tables and older exports, a text with
 * commas, which an option's name may also contain.
 */
function textsInFile(value: unknown, to: Metafield): string[] | undefined {
  if (!isListType(to.type)) return Array.isArray(value) ? undefined : textsOf(value, to)
  const list = typeof value === 'string' && value.startsWith('[') ? parse(value) : value
  if (typeof list !== 'string') return textsOf(list, to)
  return optionsByName(to).has(list) ? [list] : partsOf(list, ',')
}

/** Parses a text as JSON; returns any other value unchanged. */
function parse(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value) as unknown
  } catch {
    return value
  }
}

const text: Convert = (value, to, source) => {
  const { from } = source
  if (from?.type === 'json') return { value: jsonAsText(value) }
  const texts = from ? textsOf(value, from) : textsInFile(value, to)
  if (!texts) return noText(value, 'a text', source)
  const joinedText = texts.join(', ')
  if (!from) return { value: joinedText }
  const [before, after] = [syntaxOf(from.type) ?? 'lines', syntaxOf(to.type) ?? 'line']
  if (joinedText.length > LONGEST_PARSED && isParsed(before, after)) {
    const most = LONGEST_PARSED.toLocaleString('en')
    return {
      reason: `${quoteValue(joinedText)} has more than the ${most} characters that can be converted`,
    }
  }
  return { value: convertText(joinedText, before, after) }
}

function jsonAsText(value: unknown): string {
  const content = parse(value)
  if (typeof content === 'string') return content
  return typeof value === 'string' ? value : JSON.stringify(value)
}

type Option = ReturnType<typeof optionsOf>[number]

/** Cached by field, because a file needs them for every row. */
const namedOptions = new WeakMap<Metafield, ReadonlyMap<string, Option>>()

/**
 * Returns options by value and by key; values take precedence over keys, and the first of several options with the same
 * name wins.
 */
function optionsByName(field: Metafield): ReadonlyMap<string, Option> {
  const cached = namedOptions.get(field)
  if (cached) return cached
  const options = optionsOf(field).toReversed()
  const byKey = options.map((option) => [option.key, option] as const)
  const byName = new Map([...byKey, ...options.map((option) => [option.value, option] as const)])
  namedOptions.set(field, byName)
  return byName
}

/** Finds an option by its name. Files, and fields without options, accept any name. */
function optionNamed(option: string, to: Metafield, { file }: FromField | FromFile) {
  const options = optionsByName(to)
  const isOpen = file !== undefined || options.size === 0
  const itself = isOpen ? { key: option, value: option } : undefined
  return options.get(option) ?? options.get(option.trim()) ?? itself
}

const AN_OPTION = 'one of the options'
const optionValue: Reader = (option, to, source) => optionNamed(option, to, source)?.value
const choice = one(optionValue, AN_OPTION)
const choices = many(optionValue, AN_OPTION)
const namedOption = one(optionNamed, AN_OPTION)

const dropdown: Convert = (value, to, source) => {
  if (source.from || !isRecord(value)) return namedOption(value, to, source)
  // A file may contain a whole stored option: look for its key first.
  const [key, label] = [asText(value['key']), asText(value['value'])]
  if (key === undefined && label === undefined) return { input: value, what: AN_OPTION }
  const options = optionsOf(to)
  const option =
    options.find((one) => one.key === key) ??
    options.find((one) => one.value === label || one.value === key)
  return { value: option ?? { key: key ?? label, value: label ?? key } }
}

const MEDIA = 'the name of a media'
const mediaName: Reader = (raw, to, { file }) => {
  if (!file) {
    const name = nameOf(raw.trim())
    return /^\S(?:.*\S)?\.[\da-z]{1,10}$/i.test(name) && name.length <= 500 ? name : undefined
  }
  const name = decode(nameOf(raw))
  file.names(name, to)
  return raw.includes('/') ? name : raw
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const RELATION = 'the id of an object'
const objectId: Reader = (raw, to, source) => {
  if (source.file) return source.file.refer(raw, to, source.at)
  return /^[\da-f]{24}$/.test(raw.trim()) ? raw.trim() : undefined
}

/** Value forms that are objects with keys. */
const shapes: ReadonlySet<ValueForm> = new Set(['json', 'group', 'rows'])

/** Returns a record with keys, or a list of records; undefined for values of other forms. */
function contentOf(value: unknown, { from }: FromField | FromFile): unknown {
  if (from && !shapes.has(valueFormOf(from.type))) return undefined
  return from?.type === 'parent' || from?.type === 'repeater' ? value : parse(value)
}

/**
 * Converts the values in a group or row. Values from a field are converted already, because a migration starts with the
 * innermost fields.
 */
const inner = (
  to: Metafield,
  values: Readonly<Record<string, unknown>>,
  source: FromField | FromFile,
  row = '',
) => (source.file ? convertValues(innerFields(to), values, source.at + row, source.file) : values)

const group: Convert = (value, to, source) => {
  let content = contentOf(value, source)
  if (source.from && Array.isArray(content)) {
    if (content.length > 1) return { reason: `${content.length} rows do not fit in one group` }
    content = content[0]
  }
  return isRecord(content)
    ? { value: inner(to, content, source) }
    : { input: value, what: 'a group' }
}

const rows: Convert = (value, to, source) => {
  const content = contentOf(value, source)
  const list = source.from && isRecord(content) ? [content] : content
  if (!Array.isArray(list) || !list.every(isRecord)) return { input: value, what: 'a list of rows' }
  return { value: list.map((row, index) => inner(to, row, source, `.${index}`)) }
}

/** Any value can become JSON; a text that is not valid JSON becomes a JSON string. */
const json: Convert = (value) => {
  if (typeof value !== 'string') return { value }
  return { value: parse(value) === value ? JSON.stringify(value) : value }
}

const readNumber = one(
  (raw, _to, { from }) => (from?.type === 'switch' ? Number(switchIn(raw)) : numberIn(raw)),
  'a number',
)

const number: Convert = (value, to, source) => {
  const converted = readNumber(value, to, source)
  const isLong =
    'what' in converted && typeof converted.input === 'string' && isNumeric(converted.input)
  if (!isLong) return converted
  return {
    reason: `${quoteValue(converted.input)} has more digits than a number keeps: use a text field`,
  }
}

const trim: Reader = (raw) => raw.trim()

const converters: Record<ValueForm, Convert> = {
  text,
  json,
  number,
  date: one(dayIn, 'a date such as 2026-11-20'),
  color: one(trim, 'a color such as #1a2b3c'),
  emoji: one(trim, 'an emoji'),
  switch: one(switchIn, 'a yes or a no'),
  option: dropdown,
  choice,
  choices,
  file: one(mediaName, MEDIA),
  files: many(mediaName, MEDIA),
  object: one(objectId, RELATION),
  objects: many(objectId, RELATION),
  group,
  rows,
}
