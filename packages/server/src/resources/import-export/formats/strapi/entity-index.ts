import { locale as localeSchema } from '@typecase/contract/slugs'

import { wordSlug } from '../../../buckets/slug-from-title.ts'
import { foreignId } from '../format.ts'
import { type Row, textOf } from '../rows.ts'
import { createSlugList, isObjectSlug } from '../slug-list.ts'
import type { Entity, LinkEnd } from './export-rows.ts'
import type { ContentType } from './schemas.ts'

const TITLE_LENGTH = 1000
const isLocale = (code: string): boolean => localeSchema().allows(code)

/** An entry in one locale: a draft, its published version, or both. */
export interface IndexedEntry {
  /** Id of the object. */
  readonly id: string
  readonly type: ContentType
  readonly document: string
  readonly locale: string
  title: string
  readonly slugs: string[]
  slug: string
  /** Ids of the rows. */
  draft?: string
  published?: string
}

/** Indexes the entries of an export: their titles, and which rows belong together. */
export function createEntityIndex(
  types: ReadonlyMap<string, ContentType>,
  warn: (message: string, same?: string) => void,
) {
  const byRow = new Map<string, IndexedEntry>()
  const entries = new Map<string, IndexedEntry>()

  function add({ type: uid, id, data }: Entity): void {
    const type = types.get(uid)
    if (!type) return
    const locale = type.isLocalized ? textOf(data['locale']) : ''
    if (locale !== '' && !isLocale(locale)) {
      warn(`Entries in the locale ${locale.slice(0, 50)}, which is none here, are left out.`)
      return
    }
    // Exports of Strapi 4 have no document ids.
    const document = textOf(data['documentId']) || id
    const key = [uid, document, locale].join('\0')
    const state = isPublished(type, data) ? 'published' : 'draft'
    const entry: IndexedEntry = entries.get(key) ?? {
      id: foreignId('strapi', uid, document, ...(locale === '' ? [] : [locale])),
      type,
      document,
      locale,
      title: '',
      slugs: [],
      slug: '',
    }
    if (entry[state] !== undefined || byRow.has(rowKey({ type: uid, id }))) {
      warn(`The entry ${document.slice(0, 100)} comes more than once: only the first is taken.`)
      return
    }
    entries.set(key, entry)
    byRow.set(rowKey({ type: uid, id }), entry)
    entry[state] = id
    if (state === 'published' || entry.title === '') entry.title = titleIn(type, data)
    const slug = textOf(data[type.slugField])
    if (slug !== '') entry.slugs.push(slug)
  }

  /** Assigns slugs to all entries; all locales of a document get the same slug. */
  function finish(defaultLocale: string): void {
    const slugOf = createSlugList()
    const slugs = new Map<string, string>()
    const ordered = [...entries.values()].toSorted(
      (a, b) => Number(b.locale === defaultLocale) - Number(a.locale === defaultLocale),
    )
    for (const entry of ordered) {
      const { type, document, title } = entry
      const key = `${type.uid}\0${document}`
      const slug = slugs.get(key) ?? slugOf(type.uid, entry.slugs[0] ?? wordSlug(title, type.slug))
      slugs.set(key, slug)
      entry.slug = slug
      if (entry.slugs.some((one) => one !== slug || !isObjectSlug(one))) type.hasExactSlugs = false
    }
  }

  return {
    add,
    finish,
    get: (end: LinkEnd): IndexedEntry | undefined => byRow.get(rowKey(end)),
    count: () => entries.size,
    /** Whether an entry has a draft and a published version. */
    isPair: ({ draft, published }: IndexedEntry) => draft !== undefined && published !== undefined,
    /** Returns the locales of a type's entries, the default one first. */
    localesOf(type: ContentType, defaultLocale: string): string[] {
      const used = new Set(
        [...entries.values()].flatMap((one) => (one.type === type ? one.locale || [] : [])),
      )
      return [...used].toSorted((a, b) => Number(b === defaultLocale) - Number(a === defaultLocale))
    },
  }
}

const rowKey = ({ type, id }: LinkEnd): string => `${type}\0${id}`

/** Whether an entry is published; an entry of a type without drafts always is. */
export const isPublished = ({ hasDrafts }: ContentType, { publishedAt }: Row): boolean =>
  !hasDrafts || textOf(publishedAt) !== ''

/** Returns the title of an entry. */
export function titleIn({ titleField, slugField, title }: ContentType, data: Row): string {
  const label = textOf(data[titleField]).trim() || textOf(data[slugField]).trim()
  return (label || title).slice(0, TITLE_LENGTH).toWellFormed()
}
