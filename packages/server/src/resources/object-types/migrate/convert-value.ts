import type { Metafield, MetafieldType } from '@typecase/contract/metafields'

import { checkValues } from '../../objects/metafield-values/check-values.ts'
import { optionsOf } from '../../objects/metafield-values/choice.ts'
import { nameOf } from '../../objects/metafield-values/media-name.ts'
import { tooLittle } from '../../objects/metafield-values/missing-values.ts'
import { type Findings, isEmpty, isRecord } from '../../objects/metafield-values/value-check.ts'
import { formOf, plainText, reformed } from './text-forms.ts'
import { dayIn, numberIn, quoted, switchIn, textsOf } from './value-words.ts'

/** A value in its new form, or why it has none. */
export type Converted = { readonly value: unknown } | { readonly reason: string }

type Convert = (value: unknown, from: Metafield, to: Metafield) => Converted

/** Rules that say what a value is, in fields below a group too; those about how much there may be are of a field's own. */
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
 * Brings a value from the form in which one field stores it to that of another. What there is to lose by it, such as the
 * tags of HTML that becomes plain text, is known from the pair of types; a value of which a part would have to be left out,
 * or which would break a rule of the new field, does not convert. Empty values stay empty. Never throws.
 */
export function convertValue(value: unknown, from: Metafield, to: Metafield): Converted {
  if (isEmpty(value)) return { value: emptyOf(to, value) }
  const converted = converters[to.type](value, from, to)
  if ('reason' in converted) return converted
  const findings: Findings = { problems: [], references: [] }
  const checked = checkValues([to], { [to.key]: converted.value }, '', findings)
  const own = `.${to.key}`
  // What lies below a group that stays one is not converted with it.
  const isWithin = from.type === 'parent' || from.type === 'repeater'
  const broken = [...findings.problems, ...tooLittle(to, converted.value, own)].find(
    ({ path, rule = '' }) => !isWithin || path === own || ofForm.has(rule),
  )
  if (!broken) return { value: findings.problems.length > 0 ? converted.value : checked[to.key] }
  // A field may tell its pattern in words of its own.
  const named = /^\.\S+ (.*)$/s.exec(broken.message)
  return { reason: named ? `${quoted(value)} ${named[1]}` : `${quoted(value)}: ${broken.message}` }
}

const lists: ReadonlySet<MetafieldType> = new Set([
  'multi-select',
  'check-boxes',
  'files',
  'objects',
  'repeater',
])

/** Nothing, as a field of that type has it. */
function emptyOf({ type }: Metafield, value: unknown) {
  if (lists.has(type) && Array.isArray(value)) return []
  return value === '' && formOf(type) !== undefined ? '' : null
}

const is =
  (what: string): Convert =>
  (value) => ({ reason: `${quoted(value)} is not ${what}` })

/** From exactly one text. A list of several does not fit. */
const one =
  (convert: (text: string, from: Metafield, to: Metafield) => unknown, what: string): Convert =>
  (value, from, to) => {
    const texts = plainTexts(value, from)
    if (!texts) return { reason: `A ${from.type} is not ${what}` }
    if (texts.length > 1) return { reason: `${texts.length} values do not fit in one` }
    const made = convert(texts[0] ?? '', from, to)
    return made === undefined ? is(what)(texts[0], from, to) : { value: made }
  }

/** From any number of texts; one that names several parts them with commas or lines. */
const many =
  (convert: (text: string, to: Metafield) => unknown, what: string): Convert =>
  (value, from, to) => {
    const texts = plainTexts(value, from)
    if (!texts) return { reason: `A ${from.type} is not ${what}` }
    const whole = texts.map((text) => convert(text, to))
    if (!whole.includes(undefined)) return { value: [...new Set(whole)] }
    const parts = texts.flatMap((text) => text.split(/[,;\n]/)).map((text) => text.trim())
    const named = parts.filter((text) => text !== '')
    const made = named.map((text) => convert(text, to))
    const missing = made.indexOf(undefined)
    return missing < 0
      ? { value: [...new Set(made)] }
      : { reason: `${quoted(named[missing])} is not ${what}` }
  }

/** Texts without the tags that a field of HTML has, and the string that JSON writes in quotes. */
function plainTexts(value: unknown, from: Metafield): string[] | undefined {
  const texts = textsOf(from.type === 'json' ? parsed(value) : value, from)
  return from.type === 'html-textarea' ? texts?.map(plainText) : texts
}

function parsed(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value) as unknown
  } catch {
    return value
  }
}

const text: Convert = (value, from, to) => {
  const form = formOf(to.type) ?? 'line'
  if (from.type === 'json') return jsonAsText(value)
  const texts = textsOf(value, from)
  if (!texts) return { reason: `A ${from.type} is not a text` }
  return { value: reformed(texts.join(', '), formOf(from.type) ?? 'lines', form) }
}

function jsonAsText(value: unknown): Converted {
  const content = parsed(value)
  if (typeof content === 'string') return { value: content }
  return { value: typeof value === 'string' ? value : JSON.stringify(value) }
}

/** Choices are found by either of their names; each type stores its own form of one. */
function optionNamed(wanted: string, to: Metafield): string | undefined {
  const options = optionsOf(to)
  if (options.length === 0) return wanted
  const trimmed = wanted.trim()
  const named = (one: string) =>
    options.find(({ value }) => value === one) ?? options.find(({ key }) => key === one)
  return (named(wanted) ?? named(trimmed))?.value
}

const OFFERED = 'one of the options'
const choice = one((wanted, _from, to) => optionNamed(wanted, to), OFFERED)
const choices = many(optionNamed, OFFERED)

const dropdown: Convert = (value, from, to) => {
  const chosen = choice(value, from, to)
  if ('reason' in chosen) return chosen
  const found = optionsOf(to).find((option) => option.value === chosen.value)
  return { value: found ?? { key: chosen.value, value: chosen.value } }
}

const MEDIA = 'the name of a media'
const mediaName = (written: string): string | undefined => {
  const name = nameOf(written.trim())
  return /^\S(?:.*\S)?\.[\da-z]{1,10}$/i.test(name) && name.length <= 500 ? name : undefined
}

const RELATION = 'the id of an object'
const objectId = (written: string): string | undefined =>
  /^[\da-f]{24}$/.test(written.trim()) ? written.trim() : undefined

const group: Convert = (value, from, to) => {
  const content = from.type === 'json' ? parsed(value) : value
  if (isRecord(content) && shapes.has(from.type)) return { value: content }
  if (!Array.isArray(content) || !shapes.has(from.type)) return is('a group')(value, from, to)
  const [only] = content as unknown[]
  if (content.length > 1) return { reason: `${content.length} rows do not fit in one group` }
  return isRecord(only) ? { value: only } : is('a group')(value, from, to)
}

const rows: Convert = (value, from, to) => {
  const content = from.type === 'json' ? parsed(value) : value
  if (!shapes.has(from.type)) return is('a list of rows')(value, from, to)
  if (isRecord(content)) return { value: [content] }
  return Array.isArray(content) && content.every(isRecord)
    ? { value: content }
    : is('a list of rows')(value, from, to)
}

/** Types whose values are objects with keys of their own. */
const shapes: ReadonlySet<MetafieldType> = new Set(['json', 'parent', 'repeater'])

/** Anything is JSON; a text that is not, as its editor writes it. */
const json: Convert = (value) => {
  if (typeof value !== 'string') return { value }
  return { value: parsed(value) === value ? JSON.stringify(value) : value }
}

const number = one(
  (wanted, { type }) => (type === 'switch' ? Number(switchIn(wanted)) : numberIn(wanted)),
  'a number',
)

const converters: Record<MetafieldType, Convert> = {
  text,
  textarea: text,
  'html-textarea': text,
  markdown: text,
  'rich-text': text,
  json,
  number,
  date: one(dayIn, 'a date such as 2026-11-20'),
  'select-dropdown': dropdown,
  select: choice,
  'multi-select': choices,
  'radio-buttons': choice,
  'check-boxes': choices,
  switch: one(switchIn, 'a yes or a no'),
  file: one(mediaName, MEDIA),
  files: many(mediaName, MEDIA),
  object: one(objectId, RELATION),
  objects: many(objectId, RELATION),
  color: one((wanted) => wanted.trim(), 'a color such as #1a2b3c'),
  emoji: one((wanted) => wanted.trim(), 'an emoji'),
  parent: group,
  repeater: rows,
}
