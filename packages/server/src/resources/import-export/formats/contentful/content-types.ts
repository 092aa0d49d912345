import { isRecord } from '@typecase/contract/field-values/value-check'
import { canBeUnique } from '@typecase/contract/field-types'
import type { Metafield } from '@typecase/contract/metafields'

import { MAX_METAFIELD_OPTIONS } from '../../../../limits.ts'
import { type FieldFacts, fieldWith, newFacts } from '../../reading/field-inference.ts'
import { createKeys, createTypeSlugs, titleOfKey } from '../field-keys.ts'
import type { ForeignType } from '../format.ts'
import { listOf, present, type Row, textOf } from '../rows.ts'

/** Maximum number of imported fields of a type; Contentful allows about 50. */
const MAX_FIELDS = 450

/** How the value of a field is read. */
export type FieldKind =
  | 'text'
  | 'number'
  | 'switch'
  | 'day'
  | 'texts'
  | 'rich-text'
  | 'entry'
  | 'entries'
  | 'asset'
  | 'assets'
  | 'location'
  | 'json'

export interface ContentField {
  /** Id in Contentful. */
  readonly id: string
  readonly kind: FieldKind
  readonly isLocalized: boolean
  readonly metafield: Metafield
  /** Facts about the values of a list without fixed choices. */
  readonly facts?: FieldFacts
  /** Whether a date has a time, which a date field would lose. */
  hasTimes: boolean
}

export interface ContentType {
  readonly slug: string
  readonly title: string
  readonly fields: readonly ContentField[]
  readonly isLocalized: boolean
  /** Id of the field that is the title. */
  readonly titleField: string | undefined
  /** Id of the field with the slug. */
  readonly slugField: string | undefined
  /** Whether all slugs are imported unchanged; otherwise their field is kept, too. */
  hasExactSlugs: boolean
  /** Names of its entries' tags. */
  readonly tags: Set<string>
  readonly tagsKey: string
}

/** The types of an export, and the data that belongs to them. */
export interface RawModel {
  readonly types: readonly Row[]
  /** Editor controls by type and field. */
  readonly controls: ReadonlyMap<string, ReadonlyMap<string, Row>>
  readonly defaultLocale: string
}

/**
 * Reads the types of an export.
 * @param warn called with features of a type in Contentful that object types lack
 */
export function readContentTypes(
  { types, controls, defaultLocale }: RawModel,
  warn: (message: string, same?: string) => void,
): Map<string, ContentType> {
  const read = new Map<string, ContentType>()
  const slugOf = createTypeSlugs()
  /** Fields can name types that come later. */
  const slugs = new Map<string, string>()
  for (const type of types) {
    const id = idOf(type)
    if (id !== '' && !slugs.has(id)) slugs.set(id, slugOf(id))
    else warn('Content types without an id, or with one that another type has, are left out.')
  }
  for (const type of types) {
    const id = idOf(type)
    const slug = slugs.get(id)
    if (slug === undefined || read.has(id)) continue
    const title = (textOf(type['name']).trim() || titleOfKey(id)).slice(0, 200)
    const raw = listOf(type['fields']).filter(
      (field): field is Row => isRecord(field) && textOf(field['id']) !== '',
    )
    if (raw.length > MAX_FIELDS)
      warn(`${title}: the fields after the first ${MAX_FIELDS} are left out.`)
    const keyOf = createKeys()
    const ofType = controls.get(id)
    const titleField = raw.find(
      (field) =>
        field['id'] === type['displayField'] && /^(Symbol|Text)$/.test(textOf(field['type'])),
    )
    const slugField =
      raw.find((field) => ofType?.get(textOf(field['id']))?.['widgetId'] === 'slugEditor') ??
      raw.find((field) => field['id'] === 'slug' && field['type'] === 'Symbol')
    const fields = raw
      .slice(0, MAX_FIELDS)
      .filter((field) => field !== titleField)
      .map((field) =>
        readField(field, {
          key: keyOf(textOf(field['id'])),
          control: ofType?.get(textOf(field['id'])) ?? {},
          slugs,
          defaultLocale,
          warn: (message, same) => warn(`${title}: ${message}`, same),
        }),
      )
    read.set(id, {
      slug,
      title,
      fields,
      isLocalized: raw.some((field) => field['localized'] === true),
      titleField: titleField && textOf(titleField['id']),
      slugField: slugField && textOf(slugField['id']),
      hasExactSlugs: true,
      tags: new Set(),
      tagsKey: keyOf('tags'),
    })
  }
  return read
}

/** Returns the object type; call it after all entries have been read. */
export function foreignTypeOf(type: ContentType, locales: readonly string[]): ForeignType {
  const { slug, title, tags, tagsKey } = type
  const tagField: Metafield = {
    key: tagsKey,
    title: 'Tags',
    type: 'multi-select',
    options: [...tags].slice(0, MAX_METAFIELD_OPTIONS).map((value) => ({ value })),
  }
  return {
    slug,
    title,
    metafields: [
      ...type.fields.filter((field) => !isSlugOnly(type, field)).map(metafieldOf),
      ...(tags.size > 0 ? [tagField] : []),
    ],
    ...(type.isLocalized && { locales }),
  }
}

/** Whether a field only holds the slug. */
export const isSlugOnly = ({ slugField, hasExactSlugs }: ContentType, { id }: ContentField) =>
  id === slugField && hasExactSlugs

function metafieldOf({ metafield, facts, kind, hasTimes }: ContentField): Metafield {
  if (kind === 'day' && hasTimes) return { ...metafield, type: 'text' }
  if (!facts || metafield.type !== 'multi-select' || metafield.options) return metafield
  const { type, options } = fieldWith(facts, metafield)
  return type === 'multi-select' && options ? { ...metafield, options } : withoutAmounts(metafield)
}

/** Turns a list of too many different texts into JSON, which has no limits. */
const withoutAmounts = ({ min: _, max: _max, ...field }: Metafield): Metafield => ({
  ...field,
  type: 'json',
})

interface FieldReading {
  readonly key: string
  readonly control: Row
  readonly slugs: ReadonlyMap<string, string>
  readonly defaultLocale: string
  warn(message: string, same?: string): void
}

function readField(raw: Row, reading: FieldReading): ContentField {
  const { key, control, slugs, defaultLocale, warn } = reading
  const items = isRecord(raw['items']) ? raw['items'] : {}
  const rules = [...listOf(raw['validations']), ...listOf(items['validations'])].filter(isRecord)
  const title = (textOf(raw['name']).trim() || titleOfKey(textOf(raw['id']))).slice(0, 200)
  const choices = choicesIn(rules)
  const { kind, type } = kindOf(raw, items, control, choices.length > 0)
  const settings = isRecord(control['settings']) ? control['settings'] : {}
  const help = textOf(settings['helpText'])
  const value = isRecord(raw['defaultValue']) ? raw['defaultValue'][defaultLocale] : undefined
  return {
    id: textOf(raw['id']),
    kind,
    isLocalized: raw['localized'] === true,
    hasTimes: false,
    ...(kind === 'texts' && choices.length === 0 && { facts: newFacts() }),
    metafield: {
      key,
      title,
      type,
      ...(raw['required'] === true && { required: true }),
      ...(help && { helptext: help.slice(0, 2000) }),
      ...(isPlain(value) && ['text', 'number', 'switch'].includes(kind) && { value }),
      ...((type === 'select' || type === 'multi-select') &&
        choices.length > 0 && { options: choices.map((choice) => ({ value: choice })) }),
      ...(type === 'switch' && { options: 'true,false' }),
      ...(kind === 'location' && { children: COORDINATES }),
      ...rulesOf(rules, { title, kind, type, slugs, warn }),
    },
  }
}

const COORDINATES: Metafield[] = [
  { key: 'lat', title: 'Latitude', type: 'number', min: -90, max: 90 },
  { key: 'lon', title: 'Longitude', type: 'number', min: -180, max: 180 },
]

function kindOf(
  { type, linkType }: Row,
  items: Row,
  { widgetId }: Row,
  hasChoices: boolean,
): { kind: FieldKind; type: Metafield['type'] } {
  switch (type) {
    case 'Symbol':
      return { kind: 'text', type: hasChoices ? 'select' : 'text' }
    case 'Text':
      if (hasChoices) return { kind: 'text', type: 'select' }
      return { kind: 'text', type: TEXT_WIDGETS[textOf(widgetId)] ?? 'markdown' }
    case 'RichText':
      return { kind: 'rich-text', type: 'html-textarea' }
    case 'Integer':
    case 'Number':
      return { kind: 'number', type: 'number' }
    case 'Date':
      return { kind: 'day', type: 'date' }
    case 'Boolean':
      return { kind: 'switch', type: 'switch' }
    case 'Location':
      return { kind: 'location', type: 'parent' }
    case 'Link':
      return linkType === 'Asset'
        ? { kind: 'asset', type: 'file' }
        : { kind: 'entry', type: 'object' }
    case 'Array':
      if (items['type'] === 'Symbol') return { kind: 'texts', type: 'multi-select' }
      if (items['type'] === 'Link')
        return items['linkType'] === 'Asset'
          ? { kind: 'assets', type: 'files' }
          : { kind: 'entries', type: 'objects' }
      return { kind: 'json', type: 'json' }
    default:
      return { kind: 'json', type: 'json' }
  }
}

/** Editors of long texts other than Markdown, which is the default. */
const TEXT_WIDGETS: Readonly<Record<string, Metafield['type']>> = {
  multipleLine: 'textarea',
  singleLine: 'textarea',
}

const MEDIA_KINDS: Readonly<Record<string, Metafield['media_validation_type']>> = {
  image: 'image',
  video: 'video',
  audio: 'audio',
  pdfdocument: 'application',
}

interface RuleReading {
  readonly title: string
  readonly kind: FieldKind
  readonly type: Metafield['type']
  readonly slugs: ReadonlyMap<string, string>
  warn(message: string, same?: string): void
}

function rulesOf(
  rules: readonly Row[],
  { title, kind, type, slugs, warn }: RuleReading,
): Partial<Metafield> {
  const settings: Partial<Metafield> = {}
  const isList = ['texts', 'entries', 'assets'].includes(kind)
  for (const rule of rules) {
    if (rule['unique'] === true && canBeUnique(type)) settings.unique = true
    const { min, max } = rangeIn(rule['size'])
    if (kind === 'text' && type !== 'select')
      Object.assign(settings, present({ minlength: min, maxlength: max }))
    else if (isList) Object.assign(settings, present({ min, max }))
    if (kind === 'number') Object.assign(settings, present(rangeIn(rule['range'])))
    const { pattern, flags } = isRecord(rule['regexp']) ? rule['regexp'] : {}
    if (typeof pattern === 'string' && kind === 'text' && type !== 'select') {
      settings.regex = `${textOf(flags).includes('i') ? '(?i)' : ''}${pattern}`
      settings.regex_message = textOf(rule['message']).slice(0, 500)
    }
    const [target, ...others] = listOf(rule['linkContentType']).flatMap(
      (id) => slugs.get(textOf(id)) ?? [],
    )
    if ((kind === 'entry' || kind === 'entries') && target !== undefined && others.length === 0)
      settings.object_type = target
    if (others.length > 0)
      warn(`“${title}” takes objects of any type: it has more than one type in Contentful.`)
    const [group, ...groups] = listOf(rule['linkMimetypeGroup'])
    const media = groups.length === 0 ? MEDIA_KINDS[textOf(group)] : undefined
    if (media && (kind === 'asset' || kind === 'assets')) settings.media_validation_type = media
    for (const name of UNSUPPORTED_RULES)
      if (name in rule) warn(`“${title}” has the rule ${name}, which is left out.`, `rule ${name}`)
  }
  if (settings.regex && settings.regex.length > 200) {
    warn(`“${title}” has a pattern that is too long; it is left out.`)
    delete settings.regex
  }
  if (!settings.regex_message) delete settings.regex_message
  return settings
}

const UNSUPPORTED_RULES = [
  'dateRange',
  'assetImageDimensions',
  'assetFileSize',
  'prohibitRegexp',
  'enabledMarks',
  'enabledNodeTypes',
  'nodes',
]

/** Returns bounds that make sense: a type whose rules contradict each other cannot be added. */
function rangeIn(value: unknown): { min?: number; max?: number } {
  const { min, max } = isRecord(value) ? value : {}
  const isRange = typeof min !== 'number' || typeof max !== 'number' || min <= max
  return isRange
    ? {
        ...(typeof min === 'number' && { min }),
        ...(typeof max === 'number' && { max }),
      }
    : {}
}

/** Returns the texts of `in` rules, if all of them can be choices. */
function choicesIn(rules: readonly Row[]): string[] {
  const texts = rules.flatMap((rule) => listOf(rule['in'])).map(textOf)
  const isChoice = texts.every((text) => text.trim() !== '' && text.length <= 500)
  return isChoice && texts.length <= MAX_METAFIELD_OPTIONS ? [...new Set(texts)] : []
}

const isPlain = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

const idOf = ({ sys }: Row): string => (isRecord(sys) ? textOf(sys['id']) : '')
