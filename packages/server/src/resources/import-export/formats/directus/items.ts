import { locale as localeSchema } from '@typecase/contract/slugs'

import { wordSlug } from '../../../buckets/slug-from-title.ts'
import { type ExportFiles, type ForeignObject, foreignId, type FormatReading } from '../format.ts'
import { isoTime, present, type Row, textOf } from '../rows.ts'
import { createSlugList, isObjectSlug } from '../slug-list.ts'
import type { Assets } from './assets.ts'
import type { TypePlan } from './type-plans.ts'
import type { FieldPlan, Junction } from './fields.ts'
import { createValueReader, keyOf, type ListEntry, observe, type Person } from './read-values.ts'
import { itemsIn, type Schema } from './schema.ts'

/** Items per chunk; their values and translations are in memory at the same time. */
const CHUNK = 5000
const TITLE_LENGTH = 1000
const isLocale = (code: string): boolean => localeSchema().allows(code)

/** The facts about an item that are kept while others are read. */
interface Entry {
  readonly key: string
  readonly order: number
  readonly slug: string
  /** Empty in a type without locales. Relations use the first one. */
  readonly locales: readonly string[]
}

interface ItemReading {
  readonly files: ExportFiles
  readonly root: string
  readonly schema: Schema
  readonly types: readonly TypePlan[]
  readonly assets: Assets
  readonly people: ReadonlyMap<string, Person>
  readonly defaultLocale: string
  importedObject: FormatReading['importedObject']
  warn(message: string, same?: string): void
}

/** Reads which items a template contains, and returns access to the objects made from them. */
export async function readItems(reading: ItemReading) {
  const { files, root, types, assets, people, defaultLocale, importedObject, warn } = reading
  warnOfMissingItems(reading)
  const index = new Map<string, ReadonlyMap<string, Entry>>()
  for (const type of types) index.set(type.collection.name, await indexOf(type, reading))
  const lists = await readLists(reading)

  const idOf = (collection: string, key: string, locale: string | undefined) =>
    foreignId('directus', collection, key, ...(locale === undefined ? [] : [locale]))
  const read = createValueReader({
    assets,
    people,
    warn,
    objectOf(collection, key) {
      const entry = index.get(collection)?.get(key)
      if (entry) return idOf(collection, key, entry.locales[0])
      // An earlier import may have created it.
      return [undefined, defaultLocale]
        .map((locale) => idOf(collection, key, locale))
        .find(importedObject)
    },
    listOf: ({ junction }, owner) => (junction && lists.get(listKey(junction))?.get(owner)) ?? [],
  })

  function objectOf(type: TypePlan, entry: Entry, item: Row, locale?: string): ForeignObject {
    const { collection, createdField, updatedField, creatorField } = type
    const metadata = read(plansOf(type), item, entry.key)
    const thumbnail = type.plans
      .filter(({ form }) => form === 'file')
      .map(({ metafield }) => textOf(metadata[metafield.key]))
      .find((name) => assets.isImage(name))
    const isPublished = isPublishedIn(type, item, warn)
    return {
      id: idOf(collection.name, entry.key, locale),
      type: type.slug,
      status: isPublished ? 'published' : 'draft',
      ...(locale !== undefined && { locale }),
      title: titleIn(type, item),
      slug: entry.slug,
      ...present({
        created_at: timeOf(item[createdField]),
        created_by: people.get(keyOf(item[creatorField]))?.email,
        modified_at: timeOf(item[updatedField]),
        published_at: isPublished ? timeOf(item['published_at'] ?? item['date_published']) : '',
        thumbnail,
      }),
      metadata,
    }
  }

  async function* objectsOf(type: TypePlan): AsyncGenerator<ForeignObject> {
    const { collection, translations } = type
    const entries = [...(index.get(collection.name)?.values() ?? [])].toSorted(
      (a, b) => a.order - b.order,
    )
    for (let at = 0; at < entries.length; at += CHUNK) {
      const chunk = entries.slice(at, at + CHUNK)
      const keys = new Set(chunk.map(({ key }) => key))
      const items = new Map<string, Row>()
      for await (const item of itemsIn(files, contentPath(root, collection.name))) {
        const key = itemKey(type, item)
        if (keys.has(key) && !items.has(key)) items.set(key, item)
      }
      const texts = new Map<string, Row>()
      if (translations)
        for await (const row of translationRows(type, reading))
          if (keys.has(row.owner)) texts.set(`${row.owner}\0${row.locale}`, row.values)
      for (const entry of chunk) {
        const item = items.get(entry.key) ?? {}
        if (!translations) yield objectOf(type, entry, item)
        for (const locale of entry.locales)
          yield objectOf(type, entry, { ...item, ...texts.get(`${entry.key}\0${locale}`) }, locale)
      }
    }
  }

  return {
    count: () => [...index.values()].reduce((sum, entries) => sum + entries.size, 0),
    localesOf: ({ collection }: TypePlan): string[] => [
      ...new Set(
        [...(index.get(collection.name)?.values() ?? [])].flatMap(({ locales }) => locales),
      ),
    ],
    async *objects(): AsyncGenerator<ForeignObject> {
      for (const type of types) yield* objectsOf(type)
    },
  }
}

/** Returns the fields of a type's objects, without the slug field if all slugs were imported unchanged. */
export const plansOf = ({ plans, slugField, hasExactSlugs }: TypePlan): readonly FieldPlan[] =>
  hasExactSlugs ? plans.filter(({ from }) => from !== slugField) : plans

const contentPath = (root: string, collection: string): string =>
  `${root}content/${collection}.json`

/** Warns of missing files: the extraction skips a file that it fails to write. A template of a schema has no items. */
function warnOfMissingItems({ files, root, schema, warn }: ItemReading): void {
  if (!files.paths.some((path) => path.startsWith(`${root}content/`))) return
  for (const { name, title } of schema.collections.values())
    if (!files.paths.includes(contentPath(root, name)))
      warn(`${title}: the template has no file of its items. Extract it again.`)
}

/** Parses a time. Without a zone it comes from a field of date and time, and is in UTC. */
const timeOf = (value: unknown): string =>
  isoTime(/T[\d:.]+$/.test(textOf(value)) ? `${textOf(value)}Z` : value)

const itemKey = ({ collection }: TypePlan, item: Row): string =>
  keyOf(item[collection.keyField]) || (collection.isSingleton ? 'singleton' : '')

async function indexOf(type: TypePlan, reading: ItemReading): Promise<ReadonlyMap<string, Entry>> {
  const { files, root, defaultLocale, warn } = reading
  const { collection, translations, titleField, slugField, plans } = type
  const slugOf = createSlugList()
  const fields = new Set([collection.keyField, ...collection.fields.map(({ field }) => field)])
  const entries = new Map<string, Entry>()
  const names = new Map<string, Map<string, { title: string; slug: string }>>()
  if (translations)
    for await (const { owner, locale, values } of translationRows(type, reading, warn)) {
      observe(translatedPlans(type), values)
      const ofOwner = names.get(owner) ?? new Map<string, { title: string; slug: string }>()
      if (!ofOwner.has(locale))
        ofOwner.set(locale, { title: textOf(values[titleField]), slug: textOf(values[slugField]) })
      names.set(owner, ofOwner)
    }
  for await (const item of itemsIn(files, contentPath(root, collection.name))) {
    for (const field of Object.keys(item))
      if (!fields.has(field))
        warn(
          `${collection.title}: “${field.slice(0, 100)}” is not configured in Directus, and is left out.`,
        )
    // For a singleton that was never saved, Directus returns an item without a key.
    if (collection.isSingleton && item[collection.keyField] === null) continue
    const key = itemKey(type, item)
    if (key === '') {
      warn(`${collection.title}: items without “${collection.keyField}” are left out.`)
      continue
    }
    if (entries.has(key)) {
      warn(
        `${collection.title}: the item ${key.slice(0, 100)} comes more than once: only the first is taken.`,
      )
      continue
    }
    observe(
      plans.filter(({ from }) => !type.translated.has(from) || from in item),
      item,
    )
    const texts = names.get(key)
    const locales = translations
      ? localesOf(type, item, [...(texts?.keys() ?? [])], defaultLocale)
      : []
    const text = texts?.get(locales[0] ?? '')
    const slugs = [textOf(item[slugField]), text?.slug ?? ''].filter(Boolean)
    const title = textOf(item[titleField]).trim() || (text?.title ?? '')
    const slug = slugOf('', slugs[0]?.trim() || wordSlug(title || collection.title, type.slug))
    if (slugs.some((one) => one !== slug || !isObjectSlug(one))) type.hasExactSlugs = false
    const sort = item[collection.sortField]
    entries.set(key, { key, slug, locales, order: typeof sort === 'number' ? sort : Infinity })
  }
  return entries
}

const translatedPlans = ({ plans, translated }: TypePlan): readonly FieldPlan[] =>
  plans.filter(({ from }) => translated.has(from))

/**
 * Returns the locales of an item, the default one first. Texts in the item's own fields count as the default locale.
 */
function localesOf(
  { translated }: TypePlan,
  item: Row,
  raw: readonly string[],
  defaultLocale: string,
): string[] {
  const hasTexts = [...translated].some((field) => typeof item[field] === 'string')
  const isInDefault = hasTexts || raw.length === 0 || raw.includes(defaultLocale)
  return [
    ...(isInDefault ? [defaultLocale] : []),
    ...raw.filter((locale) => locale !== defaultLocale).toSorted(),
  ]
}

/** Yields the translations of a type, without empty values. */
async function* translationRows(
  { translations, translated }: TypePlan,
  { files, root, schema }: ItemReading,
  warn: (message: string) => void = () => undefined,
) {
  if (!translations) return
  const { collection, from, language, languages } = translations
  const codes = new Map<string, string>()
  const keyField = schema.collections.get(languages)?.keyField ?? 'code'
  for await (const row of itemsIn(files, contentPath(root, languages)))
    codes.set(keyOf(row[keyField]), textOf(row['code']) || keyOf(row[keyField]))
  for await (const row of itemsIn(files, contentPath(root, collection))) {
    const code = keyOf(row[language])
    const locale = codes.get(code) ?? code
    const owner = keyOf(row[from])
    if (owner === '') continue
    if (!isLocale(locale)) {
      warn(`Translations in the language ${locale.slice(0, 50)}, which is none here, are left out.`)
      continue
    }
    const values = present(Object.fromEntries([...translated].map((field) => [field, row[field]])))
    if (Object.keys(values).length > 0) yield { owner, locale, values }
  }
}

/** Reads the junction tables: the entries of each item's list, in order. */
async function readLists({ files, root, types }: ItemReading) {
  const lists = new Map<string, Map<string, ListEntry[]>>()
  for (const { junction, target } of types.flatMap(({ plans }) => plans)) {
    if (!junction || lists.has(listKey(junction))) continue
    const rows: (ListEntry & { owner: string; order: number })[] = []
    for await (const row of itemsIn(files, contentPath(root, junction.collection))) {
      const sort = row[junction.sortField]
      rows.push({
        owner: keyOf(row[junction.from]),
        collection: target || textOf(row[junction.collectionField]),
        key: keyOf(row[junction.to]),
        order: typeof sort === 'number' ? sort : Infinity,
      })
    }
    const byOwner = Map.groupBy(
      rows.toSorted((a, b) => a.order - b.order),
      ({ owner }) => owner,
    )
    lists.set(listKey(junction), byOwner)
  }
  return lists
}

const listKey = ({ collection, from, to }: Junction): string => [collection, from, to].join('\0')

function titleIn({ titleField, slugField, collection }: TypePlan, item: Row): string {
  const label = textOf(item[titleField]).trim() || textOf(item[slugField]).trim()
  return (label || collection.title).slice(0, TITLE_LENGTH).toWellFormed()
}

function isPublishedIn(
  { statusField, hasStatus, collection }: TypePlan,
  item: Row,
  warn: (message: string) => void,
): boolean {
  if (statusField === '') return true
  const status = String(item[statusField])
  if (status === collection.archiveValue) warn('Archived items are drafts.')
  return hasStatus ? status === 'published' : status !== collection.archiveValue
}
