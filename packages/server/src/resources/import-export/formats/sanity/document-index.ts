import { locale as localeSchema } from '@typecase/contract/slugs'

import { wordSlug } from '../../../buckets/slug-from-title.ts'
import { foreignId } from '../format.ts'
import { listOf, type Row, rowOf, textOf } from '../rows.ts'
import { createSlugList, isObjectSlug } from '../slug-list.ts'
import { type Document, isDraft, publicId, referredId } from './documents.ts'

/** Fields that can name a document, the best first. */
const TITLE_KEYS = ['title', 'name', 'headline', 'heading', 'label', 'question', 'subject']
const TITLE_LENGTH = 1000

/** The facts about a document that are kept while others are read. */
export interface IndexedDocument {
  /** Id of the object. */
  readonly id: string
  readonly type: string
  title: string
  /** Slugs of the published version and of the draft. */
  slugs: string[]
  slug: string
  language: string
  hasDraft: boolean
  hasPublished: boolean
}

interface IndexedType {
  /** Fields by key; true for a field that is the title of every document which has it. */
  readonly titleKeys: Map<string, boolean>
  /** Number of documents by language. */
  readonly languages: Map<string, number>
  isLocalized: boolean
  hasExactSlugs: boolean
  hasSlugs: boolean
}

const isLocale = localeSchema()

export function createDocumentIndex(warn: (message: string, same?: string) => void) {
  const documents = new Map<string, IndexedDocument>()
  const types = new Map<string, IndexedType>()
  /** Ids of documents that are translations of each other, the original first. */
  const groups: string[][] = []

  function typeOf(type: string): IndexedType {
    const before = types.get(type)
    if (before) return before
    const fresh: IndexedType = {
      titleKeys: new Map(),
      languages: new Map(),
      isLocalized: false,
      hasExactSlugs: true,
      hasSlugs: false,
    }
    types.set(type, fresh)
    return fresh
  }

  /** @returns whether the document is imported */
  function add(document: Document): boolean {
    const id = publicId(document._id)
    const before = documents.get(id)
    const draft = isDraft(document)
    if (before && (draft ? before.hasDraft : before.hasPublished)) {
      warn(
        `The document ${document._id.slice(0, 100)} comes more than once: only the first is taken.`,
      )
      return false
    }
    if (before && before.type !== document._type) {
      warn(
        `The draft and the published version of ${id.slice(0, 100)} differ in type: only the first is taken.`,
      )
      return false
    }
    const type = typeOf(document._type)
    const { title, key } = titleIn(document)
    for (const one of TITLE_KEYS)
      if (typeof document[one] === 'string')
        type.titleKeys.set(one, type.titleKeys.get(one) !== false && one === key)
    const slug = slugIn(document)
    if (slug !== '') type.hasSlugs = true
    const language = languageIn(document)
    if (language !== '') type.languages.set(language, (type.languages.get(language) ?? 0) + 1)
    const base = referredId(document['__i18n_base'])
    if (base !== undefined) groups.push([base, id])
    const entry: IndexedDocument = before ?? {
      id: objectId(id),
      type: document._type,
      title,
      slugs: [],
      slug: '',
      language,
      hasDraft: false,
      hasPublished: false,
    }
    if (!draft) entry.title = title
    if (slug !== '') entry.slugs = draft ? [...entry.slugs, slug] : [slug, ...entry.slugs]
    if (draft) entry.hasDraft = true
    else entry.hasPublished = true
    documents.set(id, entry)
    return true
  }

  /** Records the document that lists translations of each other. */
  function addTranslations({ translations }: Row): void {
    const ids = listOf(translations).flatMap((one) => referredId(rowOf(one)['value']) ?? [])
    if (ids.length > 1) groups.push(ids)
  }

  /** Assigns slugs to all documents; translations of each other get the same slug. */
  function finish(): void {
    for (const group of groups)
      for (const id of group) {
        const document = documents.get(id)
        const type = document && types.get(document.type)
        if (type && type.languages.size > 0) type.isLocalized = true
      }
    const slugOf = createSlugList()
    const nameOf = ({ type, slugs, title }: IndexedDocument) =>
      slugOf(type, slugs[0] ?? wordSlug(title, 'document'))
    for (const group of groups) {
      const [first, ...others] = group.flatMap((id) => documents.get(id) ?? [])
      if (!first || !types.get(first.type)?.isLocalized) continue
      first.slug ||= nameOf(first)
      const taken = new Set([localeOf(first)])
      for (const other of others) {
        const locale = localeOf(other)
        if (other.slug !== '' || other.type !== first.type || taken.has(locale)) continue
        taken.add(locale)
        other.slug = first.slug
      }
    }
    for (const document of documents.values()) {
      document.slug ||= nameOf(document)
      const isExact = document.slugs.every((slug) => slug === document.slug && isObjectSlug(slug))
      if (!isExact) typeOf(document.type).hasExactSlugs = false
    }
  }

  /** Returns the locales of a type, the most frequent one first. */
  function localesOf(type: string): string[] {
    const { isLocalized, languages } = typeOf(type)
    if (!isLocalized) return []
    return [...languages].toSorted(([, a], [, b]) => b - a).map(([language]) => language)
  }

  const localeOf = ({ type, language }: IndexedDocument): string | undefined =>
    localesOf(type).length === 0 ? undefined : language || localesOf(type)[0]

  return {
    add,
    addTranslations,
    finish,
    localesOf,
    localeOf,
    types: () => [...types.keys()],
    get: (id: string): IndexedDocument | undefined => documents.get(publicId(id)),
    /** Returns the ids of documents that have a draft next to the published version. */
    pairs: (): string[] =>
      [...documents].flatMap(([id, one]) => (one.hasDraft && one.hasPublished ? [id] : [])),
    /** Returns the keys of a type whose values objects store outside of their fields. */
    keysElsewhere(type: string): ReadonlySet<string> {
      const { titleKeys, hasSlugs, hasExactSlugs, isLocalized } = typeOf(type)
      return new Set([
        ...[...titleKeys].flatMap(([key, isTitle]) => (isTitle ? [key] : [])),
        ...(hasSlugs && hasExactSlugs ? ['slug'] : []),
        ...(isLocalized ? LANGUAGE_KEYS : []),
      ])
    },
  }
}
/** Returns the id of the object of a document; a draft has the same object. */
export const objectId = (id: string): string => foreignId('sanity', publicId(id))

export type DocumentIndex = ReturnType<typeof createDocumentIndex>

const LANGUAGE_KEYS = ['language', '__i18n_lang', '__i18n_base', '__i18n_refs']

/** Returns the language of a document if it is a valid locale; `de_CH` becomes `de-CH`. */
function languageIn({ language, __i18n_lang: former }: Row): string {
  const tag = (textOf(language) || textOf(former)).replaceAll('_', '-')
  return isLocale.allows(tag) ? tag : ''
}

function slugIn({ slug }: Row): string {
  return textOf(slug) || textOf(rowOf(slug)['current'])
}

/** Returns the title of a document, and the field that contains it. */
export function titleIn(document: Row): { title: string; key?: string } {
  for (const key of TITLE_KEYS) {
    const title = textOf(document[key])
    if (title.trim() === '') continue
    const isWhole = title.length <= TITLE_LENGTH
    return isWhole ? { title, key } : { title: title.slice(0, TITLE_LENGTH).toWellFormed() }
  }
  const names = [document['firstName'], document['lastName']].map(textOf).filter(Boolean)
  return { title: names.join(' ') || slugIn(document) || 'Untitled' }
}
