import { canBeUnique } from '@typecase/contract/field-types'
import type { Metafield } from '@typecase/contract/metafields'

import { MAX_METAFIELD_OPTIONS } from '../../../../limits.ts'
import { createKeys, titleOfKey } from '../field-keys.ts'
import { listOf, type Row, rowOf, textOf } from '../rows.ts'
import { type Collection, type Relation, type Schema, translationIn } from './schema.ts'

/** How the value of a field is read. */
export type Form =
  | 'plain'
  | 'text'
  | 'number'
  | 'switch'
  | 'day'
  | 'color'
  | 'json'
  | 'choice'
  | 'choices'
  | 'person'
  | 'file'
  | 'files'
  | 'object'
  | 'objects'
  | 'rows'

/** A field, and how its value is read. */
export interface FieldPlan {
  readonly from: string
  readonly form: Form
  readonly metafield: Metafield
  /** Fields of rows. */
  readonly children: readonly FieldPlan[]
  /** The target collection of a relation. */
  readonly target: string
  /** The junction table of a list. */
  readonly junction?: Junction
  /** Choices in the values of items, in addition to those of the field. */
  readonly choices: Set<string>
  /** Whether an item lacks a value. */
  hasGaps: boolean
}

/** A table that connects the items of two collections. */
export interface Junction {
  readonly collection: string
  /** The field with the key of the item that owns the list. */
  readonly from: string
  /** The field with the key of the listed item. */
  readonly to: string
  readonly collectionField: string
  readonly sortField: string
}

/** The collection with the translations of another one. */
export interface Translations {
  readonly collection: string
  /** The field with the key of the translated item. */
  readonly from: string
  /** The field with the language. */
  readonly language: string
  /** The collection of languages; empty if the field holds language codes. */
  readonly languages: string
}

interface Planning {
  readonly schema: Schema
  readonly language: string
  /** Slugs of object types by collection. */
  readonly slugs: ReadonlyMap<string, string>
  readonly isLocalized: boolean
  readonly keyOf: (text: string) => string
  warn(message: string): void
}

/** Fields that Directus fills automatically. */
const AUTOMATIC = ['date-created', 'date-updated', 'user-created', 'user-updated']

export const specialsOf = ({ meta }: Row): string[] => listOf(rowOf(meta)['special']).map(textOf)

/** Returns the junction table of a list of related items; undefined for a list of items that refer back. */
export function junctionOf(
  list: Relation,
  { relations }: Schema,
): (Junction & { target: string }) | undefined {
  if (list.junctionField === '') return undefined
  const onward = relations.find(
    ({ collection, field }) => collection === list.collection && field === list.junctionField,
  )
  if (!onward) return undefined
  return {
    collection: list.collection,
    from: list.field,
    to: onward.field,
    collectionField: onward.collectionField,
    sortField: list.sortField,
    target: onward.target,
  }
}

/** Returns the relation that a field without a column shows from the other side. */
export const listRelation = (
  { relations }: Schema,
  collection: string,
  field: string,
): Relation | undefined =>
  relations.find((one) => one.target === collection && one.listField === field)

/** Returns the translations of a collection, if it has any. */
export function translationsOf(
  { name, fields }: Collection,
  schema: Schema,
): Translations | undefined {
  const field = fields.find((one) => specialsOf(one).includes('translations'))
  const list = field && listRelation(schema, name, textOf(field['field']))
  const junction = list && junctionOf(list, schema)
  return (
    junction && {
      collection: junction.collection,
      from: junction.from,
      language: junction.to,
      languages: junction.target,
    }
  )
}

/** Plans the fields of a collection, except for those that objects store elsewhere. */
export function planFields(
  collection: Collection,
  leftOut: ReadonlySet<string>,
  planning: Planning,
): FieldPlan[] {
  return collection.fields.flatMap((raw) => {
    const name = textOf(raw['field'])
    if (name === '' || name === collection.keyField || leftOut.has(name)) return []
    return planField(raw, collection.name, planning) ?? []
  })
}

function planField(raw: Row, collection: string, planning: Planning): FieldPlan | undefined {
  const { schema, slugs, warn, language } = planning
  const from = textOf(raw['field'])
  const meta = rowOf(raw['meta'])
  const specials = specialsOf(raw)
  const title = (translationIn(meta, language) || titleOfKey(from)).slice(0, 200)
  if (specials.some((one) => AUTOMATIC.includes(one))) return undefined
  if (specials.some((one) => one === 'hash' || one === 'conceal')) {
    warn(`“${title}” is hidden in Directus, and is left out.`)
    return undefined
  }
  const note = textOf(meta['note'])
  const base = () => ({
    key: planning.keyOf(from),
    title,
    ...(note !== '' && !note.startsWith('$t:') && { helptext: note.slice(0, 2000) }),
  })
  const plan = (
    form: Form,
    field: Partial<Metafield> & Pick<Metafield, 'type'>,
    more: Partial<FieldPlan> = {},
  ) => newPlan(from, form, { ...base(), ...field, ...requiredIn(meta) }, more)

  if (raw['type'] === 'alias') return planList(from, specials, collection, title, planning, plan)
  const relation = schema.relations.find(
    (one) => one.collection === collection && one.field === from,
  )
  if (!relation) return planPlain(raw, base(), planning)
  const { target } = relation
  if (target === 'directus_files')
    return plan('file', { type: 'file', ...imageOnly(textOf(meta['interface'])) }, { target })
  if (target === 'directus_users') return plan('person', { type: 'text' }, { target })
  const slug = slugs.get(target)
  if (slug !== undefined) return plan('object', { type: 'object', object_type: slug }, { target })
  warn(`“${title}” is a relation to ${target || 'several collections'}, and is left out.`)
  return undefined
}

/** Plans a field without a column: it is a list of related items, or only an element of the form, which is left out. */
function planList(
  from: string,
  specials: readonly string[],
  collection: string,
  title: string,
  { schema, slugs, warn }: Planning,
  plan: (form: Form, field: Pick<Metafield, 'type'>, more: Partial<FieldPlan>) => FieldPlan,
): FieldPlan | undefined {
  if (
    specials.includes('group') ||
    specials.includes('no-data') ||
    specials.includes('translations')
  )
    return undefined
  const relation = listRelation(schema, collection, from)
  if (!relation) return undefined
  const connection = junctionOf(relation, schema)
  if (!connection) {
    const other = schema.collections.get(relation.collection)?.title ?? relation.collection
    warn(`“${title}” shows the ${other} that refer to the object. The relation is theirs.`)
    return undefined
  }
  const { target, ...junction } = connection
  if (target === 'directus_files') return plan('files', { type: 'files' }, { target, junction })
  const object_type = slugs.get(target)
  if (target !== '' && object_type === undefined) {
    warn(`“${title}” is a relation to ${target}, and is left out.`)
    return undefined
  }
  const extra = extraFieldsOf(junction, schema)
  if (extra.length > 0)
    warn(`“${title}” has details of its own, which are left out: ${extra.join(', ')}.`)
  return plan(
    'objects',
    { type: 'objects', ...(object_type !== undefined && { object_type }) },
    { target, junction },
  )
}

/** Returns the fields of a junction table that cannot be imported. */
function extraFieldsOf(junction: Junction, { collections }: Schema): string[] {
  const table = collections.get(junction.collection)
  const known = [junction.from, junction.to, junction.collectionField, junction.sortField]
  return (table?.fields ?? [])
    .filter(
      (raw) => raw['type'] !== 'alias' && !specialsOf(raw).some((one) => AUTOMATIC.includes(one)),
    )
    .map((raw) => textOf(raw['field']))
    .filter((name) => name !== table?.keyField && name !== 'sort' && !known.includes(name))
}

type Kind = readonly [form: Form, type: Metafield['type']]

const INTERFACES: Readonly<Record<string, Kind>> = {
  'input-multiline': ['text', 'textarea'],
  'input-rich-text-html': ['text', 'html-textarea'],
  'input-rich-text-md': ['text', 'markdown'],
  'select-color': ['color', 'color'],
  'input-code': ['text', 'textarea'],
}

const TYPES: Readonly<Record<string, Kind>> = {
  string: ['text', 'text'],
  uuid: ['text', 'text'],
  text: ['text', 'textarea'],
  integer: ['number', 'number'],
  bigInteger: ['number', 'number'],
  float: ['number', 'number'],
  decimal: ['number', 'number'],
  boolean: ['switch', 'switch'],
  date: ['day', 'date'],
  time: ['text', 'text'],
  dateTime: ['text', 'text'],
  timestamp: ['text', 'text'],
}

const CHOICES: Readonly<Record<string, Kind>> = {
  'select-dropdown': ['choice', 'select'],
  'select-radio': ['choice', 'radio-buttons'],
  'select-multiple-dropdown': ['choices', 'multi-select'],
  'select-multiple-checkbox': ['choices', 'check-boxes'],
  'select-multiple-checkbox-tree': ['choices', 'multi-select'],
  tags: ['choices', 'multi-select'],
}

function planPlain(
  raw: Row,
  base: Pick<Metafield, 'key' | 'title'>,
  planning: Planning,
): FieldPlan {
  const meta = rowOf(raw['meta'])
  const options = rowOf(meta['options'])
  const from = textOf(raw['field'])
  const type = textOf(raw['type'])
  const shape = textOf(meta['interface'])
  const isList = type === 'json' || type === 'csv'
  if (shape === 'list' && type === 'json') return planRows(from, base, options, planning)
  const choice = CHOICES[shape]
  if (
    choice &&
    (choice[0] === 'choices') === isList &&
    (isList || type === 'string' || type === 'text')
  ) {
    const choices = [...listOf(options['choices']), ...listOf(options['presets'])].map(choiceOf)
    const labelled = choices.some(([value, label]) => value !== label)
    const [form, kind] = choice
    const field = kind === 'select' && labelled ? 'select-dropdown' : kind
    const metafield = { ...base, type: field, options: choices, ...requiredIn(meta) }
    return newPlan(from, form, metafield, {})
  }
  const [form, kind] =
    (isList ? undefined : (INTERFACES[shape] ?? TYPES[type])) ?? (['json', 'json'] as const)
  return newPlan(
    from,
    form,
    { ...base, type: kind, ...requiredIn(meta), ...rulesOf(raw, kind, planning) },
    {},
  )
}

/** Converts a value to text; undefined if there is none. */
export function wordsOf(value: unknown): string | undefined {
  if (value === null || value === undefined || typeof value === 'string') return value ?? undefined
  return JSON.stringify(value)
}

/** Returns the value and the label of a choice. The value replaces labels that Directus translates. */
function choiceOf(raw: unknown): readonly [value: string, label: string] {
  if (typeof raw === 'string') return [raw, raw]
  const { value, text } = rowOf(raw)
  const label = textOf(text)
  const key = wordsOf(value) ?? ''
  return [key, label === '' || label.startsWith('$t:') ? key : label]
}

function planRows(
  from: string,
  base: Pick<Metafield, 'key' | 'title'>,
  options: Row,
  planning: Planning,
): FieldPlan {
  const keyOf = createKeys()
  const children = listOf(options['fields'])
    .map(rowOf)
    .flatMap((raw) => {
      const name = textOf(raw['field'])
      if (name === '') return []
      const title = (textOf(raw['name']) || titleOfKey(name)).slice(0, 200)
      const childBase = { key: keyOf(name), title }
      const meta = rowOf(raw['meta'])
      const shape = textOf(meta['interface'])
      if (shape.startsWith('file')) {
        const field: Metafield = { ...childBase, type: 'file', ...imageOnly(shape) }
        return newPlan(name, 'file', field, { target: 'directus_files' })
      }
      // Repeaters cannot be nested, so rows within rows become JSON.
      const inner = shape === 'list' ? { ...meta, interface: '' } : meta
      return planPlain({ ...raw, meta: { ...inner, required: false } }, childBase, planning)
    })
  if (children.length === 0) return newPlan(from, 'json', { ...base, type: 'json' }, {})
  return newPlan(from, 'rows', { ...base, type: 'repeater' }, { children })
}

function newPlan(
  from: string,
  form: Form,
  metafield: Metafield,
  more: Partial<FieldPlan>,
): FieldPlan {
  return {
    from,
    form,
    metafield,
    children: [],
    target: '',
    choices: new Set(),
    hasGaps: false,
    ...more,
  }
}

const imageOnly = (shape: string): Partial<Metafield> =>
  shape === 'file-image' ? { media_validation_type: 'image' } : {}

const requiredIn = ({ required }: Row): Partial<Metafield> =>
  required === true ? { required: true } : {}

function rulesOf(raw: Row, type: Metafield['type'], { isLocalized }: Planning): Partial<Metafield> {
  const { is_unique, max_length, default_value } = rowOf(raw['schema'])
  const { min, max } = rowOf(rowOf(rowOf(raw['meta'])['options']))
  const isRange = typeof min === 'number' && typeof max === 'number' && min <= max
  // 255 is the default length of a column, so it is no rule.
  const isLength = typeof max_length === 'number' && max_length > 0 && max_length !== 255
  return {
    ...(is_unique === true && !isLocalized && canBeUnique(type) && { unique: true }),
    ...((type === 'text' || type === 'textarea') && isLength && { maxlength: max_length }),
    ...(type === 'number' && isRange && { min, max }),
    ...(type === 'switch' && { options: 'true,false' }),
    ...(type === 'switch' && typeof default_value === 'boolean' && { value: default_value }),
    ...(type === 'number' && typeof default_value === 'number' && { value: default_value }),
  }
}

/** Returns the field of a plan; call it after the values of all items have been read. */
export function metafieldOf({ metafield, children, choices, hasGaps, form }: FieldPlan): Metafield {
  const { required, options, ...field } = metafield
  const rules = required === true && !hasGaps ? { required } : {}
  if (form === 'rows') return { ...field, ...rules, repeater_fields: children.map(metafieldOf) }
  if (form !== 'choice' && form !== 'choices')
    return { ...field, ...rules, ...(options !== undefined && { options }) }
  const declared = listOf(options) as (readonly [string, string])[]
  const all = new Map(
    [...[...choices].map((value) => [value, value] as const), ...declared].filter(
      ([value]) => value.trim() !== '',
    ),
  )
  if (all.size === 0 || all.size > MAX_METAFIELD_OPTIONS)
    return { ...field, ...rules, type: form === 'choice' ? 'text' : 'json' }
  const isDropdown = field.type === 'select-dropdown'
  return {
    ...field,
    ...rules,
    options: [...all].map(([key, value]) => (isDropdown ? { key, value } : { value: key })),
  }
}
