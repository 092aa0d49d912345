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
import { isParsed, LONGEST_PARSED, plainText, reformed } from './text-forms.ts'
import { isNumeric } from '@typecase/contract/field-values/exact-number'
import { innerFields } from '@typecase/contract/field-values/field-tree'
import { asText, isEmpty, isRecord } from '@typecase/contract/field-values/value-check'
import { dayIn, numberIn, quoted, switchIn, textsOf } from './value-words.ts'

// One table of converters by the type of the field that gets the value. A value comes from another field, whose type
// says how to read it, or from a file, which may write it in any way that can be understood.

/** A value in its new form, or why it has none. */
export type Converted = { readonly value: unknown } | { readonly reason: string }

/** Dependencies of converting the values of a file, and callbacks for errors. */
export interface FileConversion {
  /** Whether the file has values in the stored form, so that valid ones stay unchanged. */
  isExact?: boolean | undefined
  fail(path: string, message: string): void
  /** The id of the object that a relation's value refers to, or null without one. */
  refer(value: string, field: Metafield, path: string): string | null
  /** Hears the name of a media. */
  names(media: string, field: Metafield): void
}

type FromField = { readonly from: Metafield; readonly file?: undefined }
type FromFile = { readonly from?: undefined; readonly file: FileConversion; readonly at: string }

/** `given` is not `what`, which each caller says in its own words. */
type Refusal = { readonly input: unknown; readonly what: string }
type Convert = (value: unknown, to: Metafield, source: FromField | FromFile) => Converted | Refusal

/**
 * Rules about the form of a value, which apply in fields below a group too; rules about amounts belong to the field
 * itself.
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
 * Converts a value from the stored form of one field to that of another. The pair of types tells what is lost, such as
 * tags when HTML becomes plain text; a value that would lose a part otherwise, or break a rule of the new field, does
 * not convert. Empty values stay empty. Never throws.
 */
export function convertValue(value: unknown, from: Metafield, to: Metafield): Converted {
  if (isEmpty(value)) return { value: emptyOf(to, value) }
  const converted = converters[valueFormOf(to.type)](value, to, { from })
  if ('reason' in converted) return converted
  if ('what' in converted) {
    return { reason: `${quoted(converted.input)} is not ${converted.what}` }
  }
  const findings = newFindings()
  const checked = checkValues([to], { [to.key]: converted.value }, '', findings)
  const stored = findings.problems.length > 0 ? converted.value : checked[to.key]
  const suffix = `.${to.key}`
  // Values inside a group that stays a group are not converted with it.
  const isWithin = from.type === 'parent' || from.type === 'repeater'
  const broken = [...findings.problems, ...tooLittle(to, stored, suffix)].find(
    ({ path, rule = '' }) => !isWithin || path === suffix || ofForm.has(rule),
  )
  if (!broken) return { value: stored }
  // A field may have its own message for its pattern.
  const named = /^\.\S+ (.*)$/s.exec(broken.message)
  return { reason: named ? `${quoted(value)} ${named[1]}` : `${quoted(value)}: ${broken.message}` }
}

/**
 * The values of a file's object in the stored form; values without a field are unchanged. The caller checks options and
 * other rules, since some files are accepted despite problems.
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

/** Whether the converter of a type brings values that a field takes into a form that is more common. */
const isNormalized = ({ type }: Metafield) =>
  type === 'emoji' || (hasOptions(type) && valueFormOf(type) !== 'option')

function isStoredForm(value: unknown, field: Metafield): boolean {
  // The rules of the field refuse invalid JSON.
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

/** The empty value of a field's type: null if an empty text is not valid. */
const emptyOf = (field: Metafield, value: unknown) =>
  value === '' || isListType(field.type) ? emptyValue(field) : null

type Read = (text: string, to: Metafield, source: FromField | FromFile) => unknown

/** From exactly one text. A list of several does not fit. */
const one =
  (read: Read, what: string): Convert =>
  (value, to, source) => {
    const texts = plainTexts(value, to, source)
    if (!texts) return noText(value, what, source)
    const [text = ''] = texts
    if (texts.length > 1) return { reason: `${texts.length} values do not fit in one` }
    const made = read(text, to, source)
    return made === undefined ? { input: text, what } : { value: made }
  }

/** From any number of texts; one that names several parts them with commas or lines. */
const many =
  (read: Read, what: string): Convert =>
  (value, to, source) => {
    const texts = plainTexts(value, to, source)
    if (!texts) return noText(value, what, source)
    const whole = texts.map((text) => read(text, to, source))
    if (!whole.includes(undefined)) return { value: listed(whole, source) }
    const parts = texts.flatMap((text) => partsOf(text, /[,;\n]/))
    const made = parts.map((text) => read(text, to, source))
    const missing = made.indexOf(undefined)
    return missing < 0 ? { value: listed(made, source) } : { input: parts[missing], what }
  }

/** Null is a relation to a missing object. A list of files keeps duplicates, as saving it does. */
const listed = (list: readonly unknown[], { from }: FromField | FromFile) =>
  [...(from ? new Set(list) : list)].filter((item) => item !== null)

export const partsOf = (text: string, separator: string | RegExp): string[] =>
  text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '')

const noText = (text: unknown, what: string, { from }: FromField | FromFile) =>
  from ? { reason: `A ${from.type} is not ${what}` } : { input: text, what }

/** Texts without the tags that a field of HTML has, and the string that JSON writes in quotes. */
function plainTexts(
  value: unknown,
  to: Metafield,
  { from }: FromField | FromFile,
): string[] | undefined {
  if (!from) return textsInFile(value, to)
  const texts = textsOf(from.type === 'json' ? parsed(value) : value, from)
  return from.type === 'html-textarea' ? texts?.map(plainText) : texts
}

/** A file has a list as one, as the JSON of one, or, as tables and older exports do, with commas, which an option may have. */
function textsInFile(value: unknown, to: Metafield): string[] | undefined {
  if (!isListType(to.type)) return Array.isArray(value) ? undefined : textsOf(value, to)
  const list = typeof value === 'string' && value.startsWith('[') ? parsed(value) : value
  if (typeof list !== 'string') return textsOf(list, to)
  return optionsByName(to).has(list) ? [list] : partsOf(list, ',')
}

/** The parsed JSON of a text; any other text unchanged. */
function parsed(value: unknown): unknown {
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
  const whole = texts.join(', ')
  if (!from) return { value: whole }
  const [before, after] = [syntaxOf(from.type) ?? 'lines', syntaxOf(to.type) ?? 'line']
  if (whole.length > LONGEST_PARSED && isParsed(before, after)) {
    const most = LONGEST_PARSED.toLocaleString('en')
    return { reason: `${quoted(whole)} has more than the ${most} characters that can be converted` }
  }
  return { value: reformed(whole, before, after) }
}

function jsonAsText(value: unknown): string {
  const content = parsed(value)
  if (typeof content === 'string') return content
  return typeof value === 'string' ? value : JSON.stringify(value)
}

type Option = ReturnType<typeof optionsOf>[number]

/** Kept by field: a file asks for them row by row. */
const namedOptions = new WeakMap<Metafield, ReadonlyMap<string, Option>>()

/** Options by either of their names, the values before the keys; of two with one name, the first. */
function optionsByName(field: Metafield): ReadonlyMap<string, Option> {
  const cached = namedOptions.get(field)
  if (cached) return cached
  const options = optionsOf(field).toReversed()
  const byKey = options.map((option) => [option.key, option] as const)
  const byName = new Map([...byKey, ...options.map((option) => [option.value, option] as const)])
  namedOptions.set(field, byName)
  return byName
}

/** Each type stores its own form of an option. */
function optionNamed(option: string, to: Metafield, { file }: FromField | FromFile) {
  const options = optionsByName(to)
  const isOpen = file !== undefined || options.size === 0
  const itself = isOpen ? { key: option, value: option } : undefined
  return options.get(option) ?? options.get(option.trim()) ?? itself
}

const OFFERED = 'one of the options'
const optionValue: Read = (option, to, source) => optionNamed(option, to, source)?.value
const choice = one(optionValue, OFFERED)
const choices = many(optionValue, OFFERED)
const namedOption = one(optionNamed, OFFERED)

const dropdown: Convert = (value, to, source) => {
  if (source.from || !isRecord(value)) return namedOption(value, to, source)
  // A file may contain a whole stored option: its key comes first.
  const [key, label] = [asText(value['key']), asText(value['value'])]
  if (key === undefined && label === undefined) return { input: value, what: OFFERED }
  const options = optionsOf(to)
  const option =
    options.find((one) => one.key === key) ??
    options.find((one) => one.value === label || one.value === key)
  return { value: option ?? { key: key ?? label, value: label ?? key } }
}

const MEDIA = 'the name of a media'
const mediaName: Read = (written, to, { file }) => {
  if (!file) {
    const name = nameOf(written.trim())
    return /^\S(?:.*\S)?\.[\da-z]{1,10}$/i.test(name) && name.length <= 500 ? name : undefined
  }
  const name = decoded(nameOf(written))
  file.names(name, to)
  return written.includes('/') ? name : written
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const RELATION = 'the id of an object'
const objectId: Read = (written, to, source) => {
  if (source.file) return source.file.refer(written, to, source.at)
  return /^[\da-f]{24}$/.test(written.trim()) ? written.trim() : undefined
}

/** Forms of values that are objects with keys. */
const shapes: ReadonlySet<ValueForm> = new Set(['json', 'group', 'rows'])

/** Records with keys, or a list of them; nothing for other values. */
function contentOf(value: unknown, { from }: FromField | FromFile): unknown {
  if (from && !shapes.has(valueFormOf(from.type))) return undefined
  return from?.type === 'parent' || from?.type === 'repeater' ? value : parsed(value)
}

/** The values in a group or a row. Those of a field are converted already: a migration starts with the innermost. */
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

/** Anything is JSON; a text that is not, as its editor writes it. */
const json: Convert = (value) => {
  if (typeof value !== 'string') return { value }
  return { value: parsed(value) === value ? JSON.stringify(value) : value }
}

const readNumber = one(
  (written, _to, { from }) =>
    from?.type === 'switch' ? Number(switchIn(written)) : numberIn(written),
  'a number',
)

const number: Convert = (value, to, source) => {
  const converted = readNumber(value, to, source)
  const isLong =
    'what' in converted && typeof converted.input === 'string' && isNumeric(converted.input)
  if (!isLong) return converted
  return {
    reason: `${quoted(converted.input)} has more digits than a number keeps: use a text field`,
  }
}

const trimmed: Read = (written) => written.trim()

const converters: Record<ValueForm, Convert> = {
  text,
  json,
  number,
  date: one(dayIn, 'a date such as 2026-11-20'),
  color: one(trimmed, 'a color such as #1a2b3c'),
  emoji: one(trimmed, 'an emoji'),
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
