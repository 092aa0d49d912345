import { canBeUnique } from '@typecase/contract/field-types'
import { isRecord } from '@typecase/contract/field-values/value-check'
import type { Metafield } from '@typecase/contract/metafields'

import { MAX_METAFIELD_OPTIONS } from '../../../../limits.ts'
import { createKeys, createTypeSlugs, titleOfKey } from '../field-keys.ts'
import { listOf, present, type Row, rowOf, textOf } from '../rows.ts'

/** Maximum number of fields of a type, and of each level within it. */
const MAX_FIELDS = 450
/** Maximum depth of nested components. */
const MAX_DEPTH = 8

/** How the value of an attribute is read. */
export type Form =
  | 'plain'
  | 'number'
  | 'blocks'
  | 'json'
  | 'file'
  | 'files'
  | 'object'
  | 'objects'
  | 'group'
  | 'rows'
  | 'zone'
  | 'flat'

/** A field, and how its value is read. */
export interface FieldPlan {
  /** Name of the attribute. */
  readonly from: string
  readonly form: Form
  /** Undefined for a component whose fields are in the list that contains it. */
  readonly metafield?: Metafield
  readonly children: readonly FieldPlan[]
  /** Uid of the component. */
  readonly component?: string
  /** Whether the relation belongs to the other type, and this field only shows it. */
  readonly isInverse?: boolean
  /** Components of a dynamic zone, by their uid. */
  readonly zone?: ReadonlyMap<string, readonly FieldPlan[]>
}

export interface ContentType {
  readonly uid: string
  readonly slug: string
  readonly title: string
  readonly isSingleton: boolean
  readonly isLocalized: boolean
  readonly hasDrafts: boolean
  readonly titleField: string
  readonly slugField: string
  readonly fields: readonly FieldPlan[]
  /** Whether all slugs are imported unchanged; otherwise their field is kept, too. */
  hasExactSlugs: boolean
}

/** Attributes that an object stores outside of its fields, and those of Strapi itself. */
const SYSTEM = new Set([
  'createdAt',
  'updatedAt',
  'publishedAt',
  'createdBy',
  'updatedBy',
  'locale',
  'localizations',
  'documentId',
  'strapi_stage',
  'strapi_assignee',
])
/** Attributes that can name an entry, the best first. */
const TITLES = ['title', 'name', 'headline', 'heading', 'label', 'question', 'subject']

interface SchemaReading {
  /** Attributes that name the entries of a type in the content manager, by the uid of the type. */
  readonly titleFields: ReadonlyMap<string, string>
  warn(message: string, same?: string): void
}

/** Reads the types of an export, with the components that they use. */
export function readContentTypes(
  schemas: readonly Row[],
  { titleFields, warn }: SchemaReading,
): Map<string, ContentType> {
  const contentTypes = new Map(
    schemas
      .filter(({ uid }) => textOf(uid).startsWith('api::'))
      .map((schema) => [textOf(schema['uid']), schema] as const),
  )
  const components = new Map(
    schemas
      .filter(({ modelType }) => modelType === 'component')
      .map((schema) => [textOf(schema['uid']), schema] as const),
  )
  const slugOf = createTypeSlugs()
  const slugs = new Map(
    [...contentTypes].map(([uid, { info }]) => [
      uid,
      slugOf(textOf(rowOf(info)['singularName']) || uid.slice(uid.lastIndexOf('.') + 1)),
    ]),
  )
  return new Map(
    [...contentTypes].map(([uid, schema]) => {
      const { info, options, pluginOptions, kind } = schema
      const attributes = rowOf(schema['attributes'])
      const slug = slugs.get(uid) ?? uid
      const title = textOf(rowOf(info)['displayName']).trim() || titleOfKey(slug)
      const titleField = titleFieldOf(attributes, titleFields.get(uid))
      const isLocalized = rowOf(rowOf(pluginOptions)['i18n'])['localized'] === true
      const planning: Planning = {
        components,
        slugs,
        keyOf: createKeys(),
        level: 'object',
        prefix: '',
        depth: 0,
        isLocalized,
        warn: (message, same) => warn(`${title}: ${message}`, same),
      }
      const rest = Object.fromEntries(
        Object.entries(attributes).filter(([name]) => !SYSTEM.has(name) && name !== titleField),
      )
      const type: ContentType = {
        uid,
        slug,
        title: title.slice(0, 200),
        isSingleton: kind === 'singleType',
        isLocalized,
        hasDrafts: rowOf(options)['draftAndPublish'] === true,
        titleField,
        slugField: slugFieldOf(attributes),
        fields: planFields(rest, planning),
        hasExactSlugs: true,
      }
      return [uid, type]
    }),
  )
}

function titleFieldOf(attributes: Row, configured = ''): string {
  const isString = (name: string) => rowOf(attributes[name])['type'] === 'string'
  return [configured, ...TITLES].find(isString) ?? ''
}

function slugFieldOf(attributes: Row): string {
  const uidAttribute = Object.entries(attributes).find(([, one]) => rowOf(one)['type'] === 'uid')
  if (uidAttribute) return uidAttribute[0]
  return rowOf(attributes['slug'])['type'] === 'string' ? 'slug' : ''
}

interface Planning {
  readonly components: ReadonlyMap<string, Row>
  readonly slugs: ReadonlyMap<string, string>
  readonly keyOf: (raw: string) => string
  /** A group cannot contain a group, and a row can contain neither a group nor rows. */
  readonly level: 'object' | 'group' | 'rows'
  readonly prefix: string
  readonly depth: number
  readonly isLocalized: boolean
  warn(message: string, same?: string): void
}

function planFields(attributes: Row, planning: Planning): FieldPlan[] {
  const entries = Object.entries(attributes)
  if (entries.length > MAX_FIELDS)
    planning.warn(`the fields after the first ${MAX_FIELDS} are left out.`)
  return entries
    .slice(0, MAX_FIELDS)
    .flatMap(([from, attribute]) =>
      isRecord(attribute) ? (planField(from, attribute, planning) ?? []) : [],
    )
}

function planField(from: string, attribute: Row, planning: Planning): FieldPlan | undefined {
  const { warn, prefix } = planning
  const type = textOf(attribute['type'])
  const title = titleOfKey(from).slice(0, 200)
  if (type === 'password') {
    warn(`“${title}” is a password, which is left out.`)
    return undefined
  }
  if (attribute['private'] === true)
    warn(`“${title}” is private in Strapi. Here it is public with its object.`)
  if (type === 'component') return planComponent(from, attribute, planning)
  const base = () => ({ key: planning.keyOf(prefix + from), title })
  if (type === 'dynamiczone') return planZone(from, attribute, planning, base())
  if (type === 'relation') return planRelation(from, attribute, planning, base)
  if (type === 'media') {
    const form = attribute['multiple'] === true ? 'files' : 'file'
    const [only, ...others] = listOf(attribute['allowedTypes']).map(textOf)
    const kind = others.length === 0 ? MEDIA_KINDS[only ?? ''] : undefined
    const metafield: Metafield = {
      ...base(),
      type: form,
      ...(kind && { media_validation_type: kind }),
      ...requiredIn(attribute, planning),
    }
    return { from, form, metafield, children: [] }
  }
  const { form, field } = FIELDS[type] ?? { form: 'json', field: 'json' }
  const metafield = { ...base(), type: field, ...rulesOf(attribute, field, planning) }
  return { from, form, metafield, children: [] }
}

const FIELDS: Readonly<Record<string, { form: Form; field: Metafield['type'] }>> = {
  string: { form: 'plain', field: 'text' },
  email: { form: 'plain', field: 'text' },
  uid: { form: 'plain', field: 'text' },
  text: { form: 'plain', field: 'textarea' },
  richtext: { form: 'plain', field: 'markdown' },
  blocks: { form: 'blocks', field: 'html-textarea' },
  integer: { form: 'number', field: 'number' },
  float: { form: 'number', field: 'number' },
  decimal: { form: 'number', field: 'number' },
  biginteger: { form: 'number', field: 'number' },
  boolean: { form: 'plain', field: 'switch' },
  date: { form: 'plain', field: 'date' },
  datetime: { form: 'plain', field: 'text' },
  time: { form: 'plain', field: 'text' },
  timestamp: { form: 'plain', field: 'text' },
  enumeration: { form: 'plain', field: 'select' },
}

const MEDIA_KINDS: Readonly<Record<string, Metafield['media_validation_type']>> = {
  images: 'image',
  videos: 'video',
  audios: 'audio',
}

const requiredIn = ({ required }: Row, { level }: Planning): Partial<Metafield> =>
  required === true && level === 'object' ? { required: true } : {}

function rulesOf(attribute: Row, type: Metafield['type'], planning: Planning): Partial<Metafield> {
  const { min, max, minLength, maxLength, regex, unique, default: value } = attribute
  const isText = type === 'text' || type === 'textarea' || type === 'markdown'
  const choices = [...new Set(listOf(attribute['enum']).map(textOf))].filter(
    (text) => text.trim() !== '' && text.length <= 500,
  )
  // The locales of a document may share the value of a field, so it cannot be unique.
  const isUnique = unique === true && planning.level === 'object' && !planning.isLocalized
  return {
    ...requiredIn(attribute, planning),
    ...(isUnique && canBeUnique(type) && { unique: true }),
    ...(isText && present(rangeOf(minLength, maxLength, 'minlength', 'maxlength'))),
    ...(type === 'number' && present(rangeOf(min, max, 'min', 'max'))),
    ...(isText && typeof regex === 'string' && regex.length <= 200 && { regex }),
    ...(type === 'switch' && { options: 'true,false' }),
    ...(type === 'select' && {
      options: choices.slice(0, MAX_METAFIELD_OPTIONS).map((choice) => ({ value: choice })),
    }),
    ...(['string', 'number', 'boolean'].includes(typeof value) && type !== 'json' && { value }),
  }
}

/** Returns bounds that make sense: a type whose rules contradict each other cannot be added. */
function rangeOf(low: unknown, high: unknown, lowKey: string, highKey: string): Row {
  const [min, max] = [low, high].map((one) => (typeof one === 'number' ? one : undefined))
  return min !== undefined && max !== undefined && min > max
    ? {}
    : { [lowKey]: min, [highKey]: max }
}

function planRelation(
  from: string,
  attribute: Row,
  planning: Planning,
  base: () => { key: string; title: string },
): FieldPlan | undefined {
  const target = textOf(attribute['target'])
  if (target !== '' && !planning.slugs.has(target)) {
    planning.warn(
      `“${titleOfKey(from)}” is a relation to ${target.slice(0, 100)}, which is left out.`,
    )
    return undefined
  }
  const form = /(?:Many|manyWay)$/.test(textOf(attribute['relation'])) ? 'objects' : 'object'
  const slug = planning.slugs.get(target)
  const metafield: Metafield = {
    ...base(),
    type: form,
    ...(slug !== undefined && { object_type: slug }),
    ...requiredIn(attribute, planning),
  }
  const isInverse = textOf(attribute['mappedBy']) !== ''
  return { from, form, metafield, children: [], isInverse }
}

/** Plans a component as a group or rows. Where nesting is impossible, groups are flattened, and rows become JSON. */
function planComponent(from: string, attribute: Row, planning: Planning): FieldPlan | undefined {
  const { level, prefix, keyOf, depth, components, warn } = planning
  const component = textOf(attribute['component'])
  const attributes = components.get(component)?.['attributes']
  const title = titleOfKey(from).slice(0, 200)
  if (!isRecord(attributes) || depth >= MAX_DEPTH) {
    warn(`“${title}” has a component that the export does not hold; it is left out.`)
    return undefined
  }
  const inner = { ...planning, depth: depth + 1 }
  if (attribute['repeatable'] === true) {
    const key = keyOf(prefix + from)
    const children = planFields(attributes, withLevel(inner, 'rows'))
    if (level === 'rows') {
      warn(`“${title}” is a list within a list, which is JSON here.`)
      return { from, form: 'rows', component, children, metafield: { key, title, type: 'json' } }
    }
    const fields = metafieldsOf(children)
    const metafield: Metafield = { key, title, type: 'repeater', repeater_fields: fields }
    return { from, form: 'rows', component, children, metafield }
  }
  if (level !== 'object') {
    const children = planFields(attributes, { ...inner, prefix: `${prefix}${from}_` })
    return { from, form: 'flat', component, children }
  }
  const key = keyOf(prefix + from)
  const children = planFields(attributes, withLevel(inner, 'group'))
  const metafield: Metafield = { key, title, type: 'parent', children: metafieldsOf(children) }
  return { from, form: 'group', component, children, metafield }
}

const withLevel = (planning: Planning, level: Planning['level']): Planning => ({
  ...planning,
  level,
  prefix: '',
  keyOf: createKeys(),
})

/** Key of the field that states the component of a row in a dynamic zone. */
export const ZONE_KIND = 'kind'

/** Plans a dynamic zone as rows that state their component, and show only its fields. */
function planZone(
  from: string,
  attribute: Row,
  planning: Planning,
  base: { key: string; title: string },
): FieldPlan {
  const rows = withLevel({ ...planning, depth: planning.depth + 1 }, 'rows')
  const key = rows.keyOf(ZONE_KIND)
  const zone = new Map<string, readonly FieldPlan[]>()
  for (const uid of listOf(attribute['components']).map(textOf)) {
    const attributes = rowOf(planning.components.get(uid)?.['attributes'])
    const name = uid.slice(uid.indexOf('.') + 1)
    zone.set(uid, planFields(attributes, { ...rows, prefix: `${name}_` }))
  }
  planning.warn(
    `“${base.title}” is a dynamic zone: rows with the field “Kind”, and the fields of all its components.`,
  )
  const kinds: Metafield = {
    key,
    title: 'Kind',
    type: 'select',
    options: [...zone.keys()].slice(0, MAX_METAFIELD_OPTIONS).map((value) => ({ value })),
  }
  const fields = [...zone].flatMap(([value, plans]) =>
    metafieldsOf(plans).map((field) => ({
      ...field,
      show_when: { key, op: 'eq' as const, value },
    })),
  )
  const metafield: Metafield = { ...base, type: 'repeater', repeater_fields: [kinds, ...fields] }
  return { from, form: 'zone', metafield, children: [], zone }
}

/** Returns the fields of plans, including those of flattened components. */
export const metafieldsOf = (plans: readonly FieldPlan[]): Metafield[] =>
  plans.flatMap(({ metafield, children }) => metafield ?? metafieldsOf(children))
