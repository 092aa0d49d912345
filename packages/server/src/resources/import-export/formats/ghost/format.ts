import type { Metafield } from '@typecase/contract/metafields'

import { isRecord } from '@typecase/contract/field-values/value-check'
import { decodeHTMLAttribute } from 'entities'

import {
  type ExportFiles,
  type ForeignObject,
  type ForeignType,
  foreignId,
  type ImportFormat,
} from '../format.ts'
import { jsonItems } from '../json-items.ts'
import { createMediaList } from '../media-list.ts'
import { present, type Row, textOf } from '../rows.ts'
import { lexicalToHtml } from './lexical.ts'
import { mobiledocToHtml } from './mobiledoc.ts'

const TYPES: readonly ForeignType[] = [
  {
    slug: 'posts',
    title: 'Posts',
    singular: 'Post',
    emoji: '📝',
    hasContent: true,
    metafields: postFields(),
  },
  {
    slug: 'pages',
    title: 'Pages',
    singular: 'Page',
    emoji: '📄',
    hasContent: true,
    metafields: postFields(),
  },
  {
    slug: 'authors',
    title: 'Authors',
    singular: 'Author',
    emoji: '👤',
    metafields: [
      { key: 'bio', title: 'Bio', type: 'textarea' },
      { key: 'website', title: 'Website', type: 'text' },
      { key: 'location', title: 'Location', type: 'text' },
      image('profile_image', 'Profile image'),
      image('cover_image', 'Cover image'),
    ],
  },
  {
    slug: 'tags',
    title: 'Tags',
    singular: 'Tag',
    emoji: '🏷️',
    metafields: [
      { key: 'description', title: 'Description', type: 'textarea' },
      image('feature_image', 'Feature image'),
      image('og_image', 'Image for sharing'),
      image('twitter_image', 'Image for X'),
    ],
  },
]

function postFields(): Metafield[] {
  return [
    { key: 'excerpt', title: 'Excerpt', type: 'textarea' },
    image('feature_image', 'Feature image'),
    { key: 'feature_image_alt', title: 'Alt text of the feature image', type: 'text' },
    { key: 'feature_image_caption', title: 'Caption of the feature image', type: 'html-textarea' },
    { key: 'authors', title: 'Authors', type: 'objects', object_type: 'authors' },
    { key: 'tags', title: 'Tags', type: 'objects', object_type: 'tags' },
    { key: 'featured', title: 'Featured', type: 'switch', options: 'true,false' },
    { key: 'visibility', title: 'Visibility', type: 'text' },
    { key: 'canonical_url', title: 'Canonical address', type: 'text' },
    { key: 'meta_title', title: 'Meta title', type: 'text' },
    { key: 'meta_description', title: 'Meta description', type: 'textarea' },
    image('og_image', 'Image for sharing'),
    image('twitter_image', 'Image for X'),
    { key: 'code_head', title: 'Code in the head', type: 'textarea' },
    { key: 'code_foot', title: 'Code in the foot', type: 'textarea' },
    { key: 'redirect_from', title: 'Old address', type: 'text' },
  ]
}

function image(key: string, title: string): Metafield {
  return { key, title, type: 'file', media_validation_type: 'image' }
}

const IMAGES = ['feature_image', 'og_image', 'twitter_image', 'profile_image', 'cover_image']
const LEFT_OUT = { members: 'Members', newsletters: 'Newsletters', products: 'Products' }

/** An export of Ghost: Settings → Migration tools → Export content & settings. */
const ghost: ImportFormat = {
  title: 'a Ghost export',

  async matches({ paths, head }) {
    const [path = ''] = paths
    const start = paths.length === 1 ? await head(path) : ''
    return /^\uFEFF?\s*\{\s*"(?:db|meta|data)"\s*:/.test(start) && /"exported_on"\s*:/.test(start)
  },

  async read(files, { warn }) {
    const media = createMediaList()
    const relations = {
      posts_tags: new Map<string, Row[]>(),
      posts_authors: new Map<string, Row[]>(),
    }
    const meta = new Map<string, Row>()
    const settings = new Map<string, unknown>()
    const slugs = new Map<string, string>()
    const emails = new Map<string, string>()
    const leftOut = new Map<string, number>()
    const images: string[] = []

    for await (const { table, row } of rowsOf(files)) {
      if (table === 'posts_tags' || table === 'posts_authors') {
        const id = String(row['post_id'])
        relations[table].set(id, [...(relations[table].get(id) ?? []), row])
      } else if (table === 'posts_meta') meta.set(String(row['post_id']), row)
      else if (table === 'settings') settings.set(String(row['key']), row['value'])
      else if (table === 'users') emails.set(idOf('users', row['id']), textOf(row['email']))
      else if (table === 'posts') slugs.set(String(row['slug']), idOf('posts', row['id']))
      else if (table in LEFT_OUT) leftOut.set(table, (leftOut.get(table) ?? 0) + 1)
      if (table !== 'posts' && table !== 'users' && table !== 'tags' && table !== 'posts_meta')
        continue
      for (const key of IMAGES) if (typeof row[key] === 'string' && row[key]) images.push(row[key])
      for (const address of imagesIn(htmlOf(row))) images.push(address)
    }
    const site = siteOf(settings, images)
    for (const address of images) addImage(address)
    for (const [table, count] of leftOut)
      warn(
        `${LEFT_OUT[table as keyof typeof LEFT_OUT]} are left out: ${count.toLocaleString('en')}.`,
      )

    /** Ghost writes a marker instead of the site's own address. */
    function absolute(address: string): string {
      return address.replace(/^__GHOST_URL__/, site)
    }
    function addImage(address: string): string | undefined {
      const url = absolute(address)
      return URL.canParse(url) && /^https?:/.test(url) ? media.add(url, { url }) : undefined
    }
    const nameOf = (value: unknown) =>
      typeof value === 'string' && value ? media.nameOf(absolute(value)) : undefined
    const relatedTo = (rows: readonly Row[] = [], key: string, table: string) =>
      rows
        .toSorted((a, b) => Number(a['sort_order'] ?? 0) - Number(b['sort_order'] ?? 0))
        .map((row) => idOf(table, row[key]))

    function postOf(row: Row): ForeignObject {
      const id = String(row['id'])
      const more = { ...meta.get(id), ...row }
      const isPage = row['type'] === 'page' || row['page'] === true || row['page'] === 1
      const status = row['status'] === 'published' || row['status'] === 'sent'
      const at = textOf(row['published_at'])
      const old = `/${textOf(row['slug'])}/`
      const authors = relatedTo(relations.posts_authors.get(id), 'author_id', 'users')
      return {
        id: idOf('posts', id),
        type: isPage ? 'pages' : 'posts',
        title: textOf(row['title']) || 'Untitled',
        slug: textOf(row['slug']),
        content: htmlOf(row, warn).replaceAll('__GHOST_URL__', site),
        status: status ? 'published' : 'draft',
        ...(nameOf(row['feature_image']) && { thumbnail: nameOf(row['feature_image']) ?? '' }),
        ...(row['status'] === 'scheduled' && at && { publish_at: timeOf(at) }),
        ...(status && at && { published_at: timeOf(at) }),
        ...timesOf(row),
        created_by: emails.get(authors[0] ?? '') ?? '',
        metadata: present({
          excerpt: more['custom_excerpt'],
          feature_image: nameOf(more['feature_image']),
          feature_image_alt: more['feature_image_alt'],
          feature_image_caption: more['feature_image_caption'],
          authors,
          tags: relatedTo(relations.posts_tags.get(id), 'tag_id', 'tags'),
          featured: more['featured'] === true || more['featured'] === 1,
          visibility: more['visibility'],
          canonical_url: more['canonical_url'],
          meta_title: more['meta_title'],
          meta_description: more['meta_description'],
          og_image: nameOf(more['og_image']),
          twitter_image: nameOf(more['twitter_image']),
          code_head: more['codeinjection_head'],
          code_foot: more['codeinjection_foot'],
          redirect_from: old,
        }),
      }
    }

    function otherOf(table: 'users' | 'tags', row: Row): ForeignObject {
      const { fields } = {
        fields: TYPES.find(({ slug }) => slug === OTHERS[table])?.metafields ?? [],
      }
      const valueOf = ({ key, type }: Metafield) => (type === 'file' ? nameOf(row[key]) : row[key])
      return {
        id: idOf(table, row['id']),
        type: OTHERS[table],
        title: textOf(row['name']) || 'Untitled',
        slug: textOf(row['slug']),
        status: 'published',
        ...timesOf(row),
        metadata: present(Object.fromEntries(fields.map((field) => [field.key, valueOf(field)]))),
      }
    }

    const host = URL.canParse(site) ? new URL(site).host : ''
    return {
      title: `Ghost export${host && ` of ${host}`}`,
      types: TYPES,
      media: media.all(),
      async *objects() {
        for (const table of ['users', 'tags', 'posts'] as const)
          for await (const { table: from, row } of rowsOf(files)) {
            if (from !== table) continue
            yield table === 'posts' ? postOf(row) : otherOf(table, row)
          }
      },
      resolve(address) {
        const url = absolute(address)
        const name = media.nameOf(url)
        if (name !== undefined) return { media: name }
        const isOwn = url.startsWith('/') || (site !== '' && url.startsWith(`${site}/`))
        if (!isOwn) return undefined
        const slug = /^\/([^/?#]+)\/?(?:[?#].*)?$/.exec(url.replace(site, ''))?.[1]
        const object = slug === undefined ? undefined : slugs.get(slug)
        return object === undefined ? { missing: url } : { object }
      },
    }
  },
}
export default ghost

const OTHERS = { users: 'authors', tags: 'tags' } as const

/** Yields the rows of all tables; in old exports, the database is not inside a list. */
async function* rowsOf(files: ExportFiles): AsyncGenerator<{ table: string; row: Row }> {
  const [path = ''] = files.paths
  const paths = ['$.db.*.data.*.*', '$.data.*.*']
  for await (const { path: at, value } of jsonItems(files.text(path), paths)) {
    const table = String(at.at(-2))
    if (isRecord(value)) yield { table, row: value }
  }
}

/** Returns the site's address from its settings, or else the origin of most images at an address of Ghost. */
function siteOf(settings: ReadonlyMap<string, unknown>, images: readonly string[]): string {
  const siteUrl = textOf(settings.get('url'))
  if (URL.canParse(siteUrl)) return new URL(siteUrl).origin
  const counts = new Map<string, number>()
  for (const address of images) {
    const [, origin] = /^(https?:\/\/[^/]+)\/content\/images\//.exec(address) ?? []
    if (origin) counts.set(origin, (counts.get(origin) ?? 0) + 1)
  }
  const [most] = [...counts].toSorted(([, a], [, b]) => b - a)
  return most?.[0] ?? ''
}

/** Returns the text of a post: its HTML, or else what its editor stored. */
function htmlOf(row: Row, warn: (message: string, same?: string) => void = () => {}): string {
  const [html, lexical, mobiledoc] = [row['html'], row['lexical'], row['mobiledoc']].map(textOf)
  if (html) return html
  const onUnknown = (type: string) =>
    warn(
      `Texts without HTML hold parts that have no form here: ${type.slice(0, 100) || 'unnamed'}.`,
    )
  const bodyHtml =
    (lexical ? lexicalToHtml(lexical, onUnknown) : undefined) ??
    (mobiledoc ? mobiledocToHtml(mobiledoc, onUnknown) : undefined)
  if (bodyHtml === undefined && (lexical || mobiledoc))
    warn(
      `The text of “${textOf(row['title']).slice(0, 100)}” cannot be read: it has no HTML, and what the editor stored is damaged.`,
      'damaged text',
    )
  return bodyHtml ?? ''
}

/**
 * Matches addresses of images; of posters, only those on the site, since Ghost writes a poster with an empty picture.
 */
const IMAGE_SOURCE =
  /\s(?:src="|poster="(?=__GHOST_URL__))([^"]+\.(?:jpe?g|png|gif|webp|svg|avif))"/gi

function imagesIn(html: string): string[] {
  return Array.from(html.matchAll(IMAGE_SOURCE), ([, src = '']) => decodeHTMLAttribute(src))
}

const idOf = (table: string, id: unknown): string => foreignId('ghost', table, String(id))

/** Converts a time to ISO 8601; old exports lack the zone, which is UTC. */
function timeOf(raw: string): string {
  const date = new Date(/[zZ]|[+-]\d\d:?\d\d$/.test(raw) ? raw : `${raw.replace(' ', 'T')}Z`)
  return Number.isNaN(date.getTime()) ? '' : date.toISOString()
}

const timesOf = (row: Row) =>
  present({
    created_at: timeOf(textOf(row['created_at'])),
    modified_at: timeOf(textOf(row['updated_at'])),
  }) as { created_at?: string; modified_at?: string }
