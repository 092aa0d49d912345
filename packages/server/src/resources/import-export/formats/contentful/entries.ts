import { assertBounded } from '../../../../http/json-bounds.ts'
import { wordSlug } from '../../../buckets/slug-from-title.ts'
import { observeValue } from '../../reading/field-inference.ts'
import { type ForeignObject, foreignId, type FormatReading } from '../format.ts'
import { isoTime, listOf, present, type Row, rowOf, textOf } from '../rows.ts'
import { createSlugList, isObjectSlug } from '../slug-list.ts'
import { type createAssets, tagIdsOf } from './assets.ts'
import { type ContentField, type ContentType, isSlugOnly } from './content-types.ts'
import { linkedId } from './links.ts'
import { richTextToHtml, type TextTargets } from './rich-text.ts'

/** The facts about an entry that are kept while others are read. */
interface IndexedEntry {
  /** Id of the object in the first of its locales. */
  readonly id: string
  readonly title: string
  readonly slug: string
}

interface EntryReading {
  readonly types: ReadonlyMap<string, ContentType>
  readonly assets: ReturnType<typeof createAssets>
  /** Locales of the space, the default one first. */
  readonly locales: readonly string[]
  /** Names of tags by id. */
  readonly tags: ReadonlyMap<string, string>
  readonly space: string
  importedObject: FormatReading['importedObject']
  /** The status of published entries with unpublished changes. */
  readonly changedStatus: 'draft' | 'published'
  warn(message: string, same?: string): void
}

export function createEntries(reading: EntryReading) {
  const { types, assets, locales, tags, space, changedStatus, importedObject, warn } = reading
  const [defaultLocale = 'en-US'] = locales
  const index = new Map<string, IndexedEntry>()
  const slugOf = createSlugList()

  const typeOf = ({ sys }: Row) =>
    types.get(textOf(rowOf(rowOf(rowOf(sys)['contentType'])['sys'])['id']))

  /** Returns the locales in which an entry has values; for a type without locales, the default one. */
  function localesOf({ fields }: Row, type: ContentType): readonly string[] {
    if (!type.isLocalized) return [defaultLocale]
    const usedLocales = new Set(
      Object.values(rowOf(fields)).flatMap((one) => Object.keys(rowOf(one))),
    )
    const known = locales.filter((locale) => usedLocales.has(locale))
    return known.length > 0 ? known : [defaultLocale]
  }

  const objectId = (id: string, locale: string) =>
    foreignId('contentful', space, id, ...(locale === defaultLocale ? [] : [locale]))

  /** Returns the object of an entry, which an earlier import may have created. */
  const targetOf = (id: string) =>
    index.get(id) ??
    [defaultLocale, ...locales].map((one) => importedObject(objectId(id, one))).find(Boolean)

  function valueOf(
    entry: Row,
    id: string | undefined,
    locale: string,
    isLocalized = true,
  ): unknown {
    const values = id === undefined ? {} : rowOf(rowOf(entry['fields'])[id])
    return values[isLocalized ? locale : defaultLocale]
  }

  function titleOf(entry: Row, type: ContentType, locale: string): string {
    for (const one of [locale, ...locales]) {
      const title = textOf(valueOf(entry, type.titleField, one)).trim()
      if (title) return title.slice(0, 1000).toWellFormed()
    }
    return 'Untitled'
  }

  /** Records the title and slug of an entry, and what its values imply for the fields of its type. */
  function add(entry: Row): void {
    const { id, archivedVersion } = rowOf(entry['sys'])
    const type = typeOf(entry)
    if (typeof id !== 'string' || !type) {
      warn('Entries without a content type in the export are left out.')
    } else if (archivedVersion !== undefined) warn('Archived entries are left out.')
    else if (index.has(id)) warn(`The entry ${id} comes more than once: only the first is taken.`)
    else if (!isBounded(entry)) warn(`The entry ${id} is nested too deeply and left out.`)
    else {
      const [first = defaultLocale] = localesOf(entry, type)
      const title = titleOf(entry, type, first)
      const slugs = locales.map((locale) => valueOf(entry, type.slugField, locale)).filter(isFilled)
      const [written = wordSlug(title, 'entry')] = slugs.map(textOf)
      const slug = slugOf(type.slug, written)
      if (slugs.some((one) => one !== slug || !isObjectSlug(one))) type.hasExactSlugs = false
      index.set(id, { id: objectId(id, first), title, slug })
      for (const tag of tagIdsOf(entry)) type.tags.add(tags.get(tag) ?? tag)
      if (listOf(rowOf(entry['metadata'])['concepts']).length > 0)
        warn('Concepts of taxonomies are left out.')
      for (const field of type.fields) observe(entry, field)
    }
  }

  function observe(entry: Row, field: ContentField): void {
    if (field.kind !== 'day' && !field.facts) return
    for (const value of Object.values(rowOf(rowOf(entry['fields'])[field.id]))) {
      if (field.facts) observeValue(field.facts, listOf(value).filter(isText), false)
      else if (hasTime(value)) field.hasTimes = true
    }
  }

  /** Yields the objects of an entry, one for each of its locales. */
  function* objectsOf(entry: Row, seen: Set<string>): Generator<ForeignObject> {
    const sys = rowOf(entry['sys'])
    const id = textOf(sys['id'])
    const type = typeOf(entry)
    const indexed = index.get(id)
    if (!type || !indexed || seen.has(id)) return
    seen.add(id)
    for (const locale of localesOf(entry, type)) {
      const { status, isChanged } = statusOf(sys, locale)
      if (isChanged)
        warn(
          'Published entries with later changes: the export holds the changes only, not what is published.',
        )
      const metadata = present(metadataOf(entry, type, locale))
      const thumbnail = type.fields.find(({ kind, metafield }) => {
        const name = metadata[metafield.key]
        return kind === 'asset' && typeof name === 'string' && assets.isImage(name)
      })
      yield {
        id: objectId(id, locale),
        type: type.slug,
        title: titleOf(entry, type, locale),
        slug: indexed.slug,
        status,
        ...(type.isLocalized && { locale }),
        ...(thumbnail && { thumbnail: textOf(metadata[thumbnail.metafield.key]) }),
        ...present({
          created_at: isoTime(sys['createdAt']),
          modified_at: isoTime(sys['updatedAt']),
          ...(status === 'published' && { published_at: isoTime(sys['publishedAt']) }),
        }),
        metadata,
      }
    }
  }

  function statusOf({ version, publishedVersion, fieldStatus }: Row, locale: string) {
    const ofLocale = textOf(rowOf(rowOf(fieldStatus)['*'])[locale])
    const isPublished = ofLocale ? ofLocale !== 'draft' : typeof publishedVersion === 'number'
    const isChanged =
      isPublished &&
      (ofLocale ? ofLocale === 'changed' : Number(version) > Number(publishedVersion) + 1)
    const status = isChanged ? changedStatus : isPublished ? 'published' : 'draft'
    return { status, isChanged } as const
  }

  function metadataOf(entry: Row, type: ContentType, locale: string): Row {
    const names = tagIdsOf(entry).map((tag) => tags.get(tag) ?? tag)
    return {
      ...Object.fromEntries(
        type.fields
          .filter((field) => !isSlugOnly(type, field))
          .map((field) => {
            const value = valueOf(entry, field.id, locale, field.isLocalized)
            return [
              field.metafield.key,
              isFilled(value) ? valueIn(value, field, locale) : undefined,
            ]
          }),
      ),
      [type.tagsKey]: [...new Set(names)],
    }
  }

  const targetsIn = (locale: string): TextTargets => ({
    entry: (id) => {
      const target = targetOf(id)
      if (!target) warn('Texts refer to entries that are not imported: the link is left out.')
      return target
    },
    asset: (id) => {
      const target = assets.textOf(id, locale)
      if (!target) warn('Texts show assets that are not imported: they are left out.')
      return target
    },
    onUnknown: (node) =>
      warn(`Texts hold parts of type ${node.slice(0, 100)}, of which the words are taken.`),
  })

  function valueIn(value: unknown, field: ContentField, locale: string): unknown {
    switch (field.kind) {
      case 'day':
        return field.hasTimes || typeof value !== 'string' ? value : value.slice(0, 10)
      case 'texts':
        return listOf(value).filter(isText)
      case 'rich-text':
        return richTextToHtml(value, targetsIn(locale))
      case 'entry':
        return relation(value)
      case 'entries':
        return listOf(value).map(relation).filter(isFilled)
      case 'asset':
        return mediaName(value, locale)
      case 'assets':
        return listOf(value)
          .map((one) => mediaName(one, locale))
          .filter(isFilled)
      case 'location': {
        const { lat, lon } = rowOf(value)
        return present({ lat, lon })
      }
      default:
        return value
    }
  }

  function relation(value: unknown): string | undefined {
    const id = linkedId(value, 'Entry')
    if (id === undefined) return undefined
    const target = targetOf(id)
    if (!target) warn('Relations to entries that are not imported are left out.')
    return target?.id
  }

  function mediaName(value: unknown, locale: string): string | undefined {
    const id = linkedId(value, 'Asset')
    if (id === undefined) return undefined
    const name = assets.nameOf(id, locale)
    if (name === undefined) warn('Fields with assets that are not imported are left empty.')
    return name
  }

  return { add, objectsOf }
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
const isFilled = (value: unknown) => value !== undefined && value !== null && value !== ''

/** Whether a date has a time other than midnight. */
const hasTime = (value: unknown): boolean =>
  typeof value === 'string' && /T(?!00:00(?:$|[^:]|:00(?:\.0+)?(?:$|[^.\d])))/.test(value)

function isBounded(entry: Row): boolean {
  try {
    assertBounded(entry)
    return true
  } catch {
    return false
  }
}
