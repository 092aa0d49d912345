import { type ForeignObject, foreignId } from '../format.ts'
import { decodePart } from '../links.ts'
import { pathOfLink } from './addresses.ts'
import type { MetaField } from './meta-fields.ts'
import { readMeta } from './meta-values.ts'
import { withParagraphs } from './paragraphs.ts'
import {
  commentKey,
  isCommentKept,
  isKept,
  isTaxonomy,
  postKey,
  SEO,
  type Survey,
  termKey,
} from './survey.ts'
import type { WordPressTypes } from './types.ts'
import { textIn, type WxrElement } from './wxr-elements.ts'
import {
  detach,
  type MetaEntry,
  plainText,
  readItem,
  readTerm,
  timeOf,
  type WxrItem,
} from './wxr-items.ts'

/** States of posts that an import knows. */
const STATES = new Set(['publish', 'draft', 'pending', 'future', 'private', 'inherit'])
const TITLE = 80

interface ObjectOptions {
  readonly hasComments: boolean
  textOf(html: string, postId: string): string
  warn(message: string, same?: string): void
}

export interface Ids {
  post(id: string): string
  term(taxonomy: string, slug: string): string
  author(login: string): string
}

/** Returns functions for the ids of objects, which are the same in each import of a site. */
export const idsOf = ({ key }: Survey['site']): Ids & { comment(id: string): string } => ({
  post: (id) => foreignId('wordpress', key, 'post', id),
  term: (taxonomy, slug) => foreignId('wordpress', key, 'term', taxonomy, slug),
  author: (login) => foreignId('wordpress', key, 'author', login),
  comment: (id) => foreignId('wordpress', key, 'comment', id),
})

/** Creates the objects of an export's elements, during its second reading. */
export function createObjects(
  survey: Survey,
  { metaFields, taxonomyKey }: WordPressTypes,
  { hasComments, textOf, warn }: ObjectOptions,
) {
  const { site, types, taxonomies, terms, authors, parents, slugs } = survey
  const ids = idsOf(site)
  const done = new Set<string>()

  /** Whether an object occurs for the first time. */
  function isFirst(key: string): boolean {
    if (done.has(key)) return false
    done.add(detach(key))
    return true
  }

  function author(login: string, element?: WxrElement): ForeignObject {
    const text = (name: string) => (element ? plainText(textIn(element, name)) : '')
    const title = authors.get(login)?.name ?? login
    return {
      id: ids.author(login),
      type: 'authors',
      title,
      slug: slugs.slugOf('authors', login, title, login),
      status: 'published',
      metadata: present({
        first_name: text('wp:author_first_name'),
        last_name: text('wp:author_last_name'),
      }),
    }
  }

  function term(taxonomy: string, slug: string, element?: WxrElement): ForeignObject[] {
    const type = taxonomies.get(taxonomy)
    if (!type) return []
    const read = element && readTerm(element)
    const title = read?.name ?? terms.get(taxonomy)?.get(slug)?.name ?? slug
    const [, , parent] = parents.get(termKey(taxonomy, slug))?.split('\0') ?? []
    return [
      {
        id: ids.term(taxonomy, slug),
        type: type.slug,
        title,
        slug: slugs.slugOf(type.slug, slug, title, slug),
        status: 'published',
        metadata: present({
          description: read?.description,
          parent: parent && ids.term(taxonomy, parent),
          ...valuesOf(metaFields.get(taxonomy), read?.meta ?? []),
        }),
      },
    ]
  }

  function* item(read: WxrItem): Generator<ForeignObject> {
    const type = types.get(read.postType)
    if (!type || !isKept(read) || read.postType === 'attachment') return
    if (!isFirst(postKey(read.id))) return
    const { id, status, password, date } = read
    const isPublic = status === 'publish' && password === ''
    if (!STATES.has(status)) warn(`The state “${status}” became draft.`)
    if (status === 'private') warn('Private posts became drafts.')
    if (password !== '') warn('Posts with a password became drafts. Their passwords are left out.')
    const isAhead = status === 'future' && date !== '' && Date.parse(date) > Date.now()
    if (status === 'future' && !isAhead)
      warn('Posts whose scheduled time has passed became drafts without a time.')
    const title = read.title || titleFrom(read)
    const [, parent] = parents.get(postKey(id))?.split('\0') ?? []
    yield {
      id: ids.post(id),
      type: type.slug,
      title,
      slug: slugs.slugOf(type.slug, read.name, title, id),
      content: textOf(read.content, id),
      status: isPublic ? 'published' : 'draft',
      ...thumbnailOf(valueIn(read.meta, '_thumbnail_id')),
      ...(isAhead && { publish_at: date }),
      ...(isPublic && date && { published_at: date }),
      ...(date && !isAhead && { created_at: date }),
      created_by: authors.get(read.author)?.email ?? '',
      ...(read.modified && { modified_at: read.modified }),
      metadata: present({
        excerpt: read.excerpt,
        author: read.author && ids.author(read.author),
        ...relationsOf(read),
        parent: parent && ids.post(parent),
        menu_order: read.menuOrder || undefined,
        sticky: read.isSticky || undefined,
        visibility: status === 'private' ? 'private' : password && 'password',
        ...searchTexts(read.meta),
        ...valuesOf(metaFields.get(read.postType), read.meta),
        redirect_from: pathOfLink(read.link),
      }),
    }
    if (hasComments)
      for (const element of read.comments.filter(isCommentKept)) yield* comment(element, read)
  }

  /** Returns the thumbnail of an object. If the export lacks the picture, the one of an earlier import stays. */
  function thumbnailOf(attachment: string): { thumbnail?: string } {
    const thumbnail = attachment === '' ? '' : survey.attachments.nameOf(attachment)
    return thumbnail === undefined ? {} : { thumbnail }
  }

  function relationsOf({ terms: ofItem }: WxrItem): Record<string, unknown> {
    const relations: Record<string, string[]> = {}
    for (const { taxonomy, slug } of ofItem)
      if (isTaxonomy(taxonomy))
        (relations[taxonomyKey(taxonomy)] ??= []).push(ids.term(taxonomy, slug))
    const format = ofItem.find(({ taxonomy }) => taxonomy === 'post_format')
    return { ...relations, ...(format && { format: format.slug.replace(/^post-format-/, '') }) }
  }

  function* comment(element: WxrElement, { id: postId }: WxrItem): Generator<ForeignObject> {
    const text = (name: string) => textIn(element, `wp:comment_${name}`)
    const id = text('id')
    const key = commentKey(id)
    if (id === '' || !isFirst(key)) return
    const name = plainText(text('author')) || 'Anonymous'
    const date = timeOf(text('date_gmt')) || timeOf(text('date'))
    const [, parent] = parents.get(key)?.split('\0') ?? []
    const kind = text('type')
    const isPublic = text('approved') === '1'
    yield {
      id: ids.comment(id),
      type: 'comments',
      title: name.slice(0, 1000),
      slug: slugs.slugOf('comments', `comment-${id}`, name, id),
      content: withParagraphs(text('content')),
      status: isPublic ? 'published' : 'draft',
      ...(date && { created_at: date, modified_at: date }),
      ...(isPublic && date && { published_at: date }),
      metadata: present({
        post: ids.post(postId),
        parent: parent && ids.comment(parent),
        website: text('author_url'),
        kind: kind === 'comment' ? '' : kind,
      }),
    }
  }

  return {
    /** Yields the objects that the export names but does not describe. */
    *undeclaredObjects(): Generator<ForeignObject> {
      for (const [login, { isDeclared }] of authors) if (!isDeclared) yield author(login)
      for (const [taxonomy, ofTaxonomy] of terms)
        for (const [slug, { isDeclared }] of ofTaxonomy)
          if (!isDeclared) yield* term(taxonomy, slug)
    },
    *of(element: WxrElement): Generator<ForeignObject> {
      const { name } = element
      if (name === 'item') yield* item(readItem(element))
      else if (name === 'wp:author') {
        const login = textIn(element, 'wp:author_login')
        if (login !== '' && isFirst(`author\0${login}`)) yield author(login, element)
      } else if (/^wp:(?:category|tag|term)$/.test(name)) {
        const { taxonomy, slug } = readTerm(element)
        const isOne = isTaxonomy(taxonomy) && slug !== ''
        if (isOne && isFirst(termKey(taxonomy, slug))) yield* term(taxonomy, slug, element)
      }
    },
  }
}

function valuesOf(
  fields: ReadonlyMap<string, MetaField> | undefined,
  entries: readonly MetaEntry[],
): Record<string, unknown> {
  if (!fields || fields.size === 0) return {}
  return Object.fromEntries(
    [...readMeta(entries)].flatMap(([key, { value }]) => {
      const field = fields.get(key)
      return field ? [[field.field.key, field.read(value)]] : []
    }),
  )
}

/** Returns titles and descriptions for search engines, except for values that contain templates of a plugin. */
const searchTexts = (meta: readonly MetaEntry[]): Record<string, unknown> =>
  Object.fromEntries(
    meta.flatMap(([key, value]) => {
      const field = SEO[key]
      return field && !/%%|#\w+_/.test(value) ? [[field, value]] : []
    }),
  )

const valueIn = (meta: readonly MetaEntry[], key: string): string =>
  meta.find(([one]) => one === key)?.[1] ?? ''

/** Returns a title for a post without one: the beginning of its text. */
function titleFrom({ content, name }: WxrItem): string {
  const text = plainText(content.slice(0, 2000).replaceAll(/<!--.*?-->|\[[^\]]*\]/gs, ' '))
  return text.slice(0, TITLE) || decodePart(name) || 'Untitled'
}

/** Returns the values that are not empty. */
const present = (values: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([, value]) =>
        value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0),
    ),
  )
