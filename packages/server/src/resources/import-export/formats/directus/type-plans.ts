import { createKeys, createTypeSlugs } from '../field-keys.ts'
import { listOf, type Row, rowOf, textOf } from '../rows.ts'
import {
  type FieldPlan,
  junctionOf,
  listRelation,
  planFields,
  specialsOf,
  type Translations,
  translationsOf,
} from './fields.ts'
import type { Collection, Schema } from './schema.ts'

/** A collection that becomes an object type. */
export interface TypePlan {
  readonly collection: Collection
  readonly slug: string
  readonly translations: Translations | undefined
  /** Fields of items and of their translations. */
  readonly plans: readonly FieldPlan[]
  /** Names of the translated fields. */
  readonly translated: ReadonlySet<string>
  readonly titleField: string
  readonly slugField: string
  /** The field that says whether items are published or archived. Empty if all of them are published. */
  readonly statusField: string
  /** Whether only items with the status “published” are published. */
  readonly hasStatus: boolean
  readonly createdField: string
  readonly creatorField: string
  readonly updatedField: string
  /** Whether all slugs are imported unchanged; otherwise their field is kept, too. */
  hasExactSlugs: boolean
}

/** Fields that can name an item, the best first. */
const TITLES = ['title', 'name', 'headline', 'heading', 'label', 'question', 'subject']
/** Statuses that correspond to the status of an object. */
const STATUSES = new Set(['draft', 'published', 'archived'])

/** Chooses the collections that become object types, and plans their fields. */
export function planTypes(
  schema: Schema,
  language: string,
  warn: (message: string) => void,
): TypePlan[] {
  const inner = innerCollections(schema)
  const collections = [...schema.collections.values()].filter(({ name }) => !inner.has(name))
  const slugOf = createTypeSlugs()
  const slugs = new Map(collections.map(({ name }) => [name, slugOf(name)]))
  return collections.map((collection) => {
    const translations = translationsOf(collection, schema)
    const texts = translations && schema.collections.get(translations.collection)
    const ownFields = new Set(collection.fields.map(({ field }) => textOf(field)))
    const textFields = (texts?.fields ?? []).filter(
      ({ field }) =>
        ![texts?.keyField, translations?.from, translations?.language].includes(textOf(field)),
    )
    const all = [...collection.fields, ...textFields]
    const slugField = textOf(all.find((raw) => raw['field'] === 'slug' && isText(raw))?.['field'])
    const { statusField, hasStatus } = statusFieldOf(collection)
    const titleField = titleFieldOf(collection, all, statusField)
    const planning = {
      schema,
      language,
      slugs,
      isLocalized: translations !== undefined,
      keyOf: createKeys(),
      warn: (message: string) => warn(`${collection.title}: ${message}`),
    }
    const leftOut = new Set([titleField, collection.sortField])
    if (!hasOtherStatuses(collection, statusField)) leftOut.add(statusField)
    const plans = [
      ...planFields(collection, leftOut, planning),
      ...(texts
        ? planFields(
            { ...texts, fields: textFields },
            new Set([...leftOut, ...ownFields, 'sort']),
            planning,
          )
        : []),
    ]
    const translated = new Set(textFields.map(({ field }) => textOf(field)))
    // Translations are optional, so no translated field is required.
    for (const plan of plans) plan.hasGaps = translated.has(plan.from)
    return {
      collection,
      slug: slugs.get(collection.name) ?? '',
      translations,
      plans,
      translated,
      titleField,
      slugField,
      statusField,
      hasStatus,
      creatorField: automaticField(collection, 'user-created'),
      createdField: automaticField(collection, 'date-created'),
      updatedField: automaticField(collection, 'date-updated'),
      hasExactSlugs: translations === undefined || ownFields.has(slugField),
    }
  })
}

/** Returns the junction tables, and those of translations and languages. */
function innerCollections(schema: Schema): Set<string> {
  const inner = new Set<string>()
  for (const collection of schema.collections.values())
    for (const raw of collection.fields) {
      const specials = specialsOf(raw)
      const isList = ['m2m', 'm2a', 'files', 'translations'].some((one) => specials.includes(one))
      const relation = isList && listRelation(schema, collection.name, textOf(raw['field']))
      const junction = relation && junctionOf(relation, schema)
      if (!junction) continue
      inner.add(junction.collection)
      if (specials.includes('translations')) inner.add(junction.target)
    }
  // A collection that others refer to is more than a list of languages.
  for (const { collection, target } of schema.relations)
    if (!inner.has(collection) && schema.collections.has(collection)) inner.delete(target)
  return inner
}

const isText = ({ type }: Row): boolean => type === 'string' || type === 'text'

/** @param fields fields of items and of their translations */
function titleFieldOf(collection: Collection, fields: readonly Row[], statusField: string): string {
  const isField = (name: string) =>
    name !== statusField && fields.some((raw) => raw['field'] === name && isText(raw))
  const translations = collection.fields.find((raw) => specialsOf(raw).includes('translations'))
  const prefix = `${textOf(translations?.['field'])}.`
  const titles = collection.titleFields.map((path) =>
    path.startsWith(prefix) ? path.slice(prefix.length) : path,
  )
  return [...titles, ...TITLES].find(isField) ?? ''
}

function statusFieldOf({ archiveField, fields }: Collection) {
  const name = archiveField || 'status'
  const raw = fields.find(({ field }) => field === name)
  const statuses = raw ? statusesIn(raw) : []
  const hasStatus =
    raw !== undefined &&
    (statuses.includes('published') || (name === 'status' && statuses.length === 0))
  const isUsed = hasStatus || (raw !== undefined && archiveField !== '')
  return { statusField: isUsed ? name : '', hasStatus }
}

/** Whether the field has statuses that an object cannot have; the field is then kept, too. */
function hasOtherStatuses({ fields }: Collection, statusField: string): boolean {
  const raw = fields.find(({ field }) => field === statusField)
  return raw !== undefined && statusesIn(raw).some((status) => !STATUSES.has(status))
}

const statusesIn = ({ meta }: Row): string[] =>
  listOf(rowOf(rowOf(meta)['options'])['choices']).map((one) => textOf(rowOf(one)['value']))

const automaticField = ({ fields }: Collection, special: string): string =>
  textOf(fields.find((raw) => specialsOf(raw).includes(special))?.['field'])
