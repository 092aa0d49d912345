import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'

import { marked } from 'marked'

import { STYLE } from './style.ts'

// A magazine without a framework:
//   BUCKET=lighthouse-magazine READ_KEY=… PREVIEW_KEY=… PREVIEW_SECRET=… node docs/examples/magazine/site.ts
// It shows drafts below /preview/<secret>/: preview site http://127.0.0.1:4800/preview/<secret>/{type}/{slug}?locale={locale}

export interface MagazineOptions {
  /** Origin of the dashboard. */
  readonly cms: string
  readonly bucket: string
  readonly readKey: string
  /** Only the server has it. */
  readonly previewKey?: string
  /** At least 20 characters that no visitor can guess. */
  readonly previewSecret?: string
}

type File = { imgix_url: string; alt_text: string | null } | null
type Text = 'section' | 'teaser' | 'minutes' | 'body' | 'role' | 'bio' | 'tagline'
interface Entry extends Record<'id' | 'slug' | 'title', string> {
  /** There in a preview only. */
  _source?: object
  metadata: Partial<Record<Text, string | null>> & {
    author?: Entry | null
    hero?: File
    portrait?: File
    quote?: { text?: string; speaker?: string } | null
  }
}

/** Parameters of the content API for the versions of a page. */
type Version = Record<string, string>
/** Those that the dashboard adds to the address of a page; drafts have none. */
const VERSIONS = ['status', 'release', 'at', 'revision']

const escaped = (value: string | number | null | undefined) =>
  String(value ?? '').replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
/** Names the field of what cannot carry its source: numbers, images. */
const field = ({ id, _source }: Entry, path: string) =>
  _source ? ` data-typecase="${id}:${path}"` : ''

function image(entry: Entry, key: 'hero' | 'portrait', width: number, name = ''): string {
  const file = entry.metadata[key]
  if (!file) return ''
  const address = `${file.imgix_url}${file.imgix_url.includes('?') ? '&' : '?'}w=${width}&auto=format`
  return `<img class="${name}" src="${escaped(address)}" alt="${escaped(file.alt_text)}"${field(entry, `metadata.${key}`)}>`
}

/** The address of a path of the site, in a preview with its version. */
type Link = (path: string) => string

const card = (link: Link, entry: Entry) => `<a href="${link(`/articles/${entry.slug}`)}">
  ${image(entry, 'hero', 900)}<div><small>${escaped(entry.metadata.section)}</small>
  <h2>${escaped(entry.title)}</h2><p>${escaped(entry.metadata.teaser)}</p></div></a>`
const cards = (link: Link, entries: readonly Entry[]) =>
  `<div class="cards">${entries.map((entry) => card(link, entry)).join('')}</div>`

function article(link: Link, entry: Entry): string {
  const { author, quote, section, teaser, minutes, body } = entry.metadata
  const by = author && `<a href="${link(`/authors/${author.slug}`)}">${escaped(author.title)}</a>`
  const said =
    quote?.text &&
    `<blockquote><span>${escaped(quote.text)}</span> <cite class="by">${escaped(quote.speaker)}</cite></blockquote>`
  return `<article><small>${escaped(section)}</small><h1>${escaped(entry.title)}</h1>
  <p class="lead">${escaped(teaser)}</p>
  <p class="by">${by ? `By ${by} · ` : ''}<span${field(entry, 'metadata.minutes')}>${escaped(minutes)}</span> minutes</p>
  ${image(entry, 'hero', 1400)}${said || ''}<div>${marked.parse(body ?? '', { async: false })}</div></article>`
}

const author = (link: Link, entry: Entry, articles: readonly Entry[]) => `<article>
  ${image(entry, 'portrait', 300, 'portrait')}<small>${escaped(entry.metadata.role)}</small>
  <h1>${escaped(entry.title)}</h1><p class="lead">${escaped(entry.metadata.bio)}</p></article>
  ${cards(link, articles)}`

/** Makes the server of the site. */
export function createMagazine(options: MagazineOptions): Server {
  const { cms, bucket, readKey, previewKey, previewSecret = '' } = options
  const secretPath =
    previewKey && previewSecret.length >= 20 ? `/preview/${previewSecret}` : undefined

  async function find(query: object, version: Version): Promise<Entry[]> {
    const url = new URL(`/v3/buckets/${bucket}/objects`, cms)
    url.search = new URLSearchParams({
      query: JSON.stringify(query),
      depth: '1',
      media: 'full',
      sort: '-metadata.published_on',
      ...version,
    }).toString()
    const key = (version['source'] && previewKey) || readKey
    const answer = await fetch(url, { headers: { authorization: `Bearer ${key}` } })
    if (answer.status === 404) return []
    if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`)
    return ((await answer.json()) as { objects: Entry[] }).objects
  }

  /** The title and the content of a page; nothing for an address without one. */
  async function pageAt(path: string, locale: string, link: Link, version: Version) {
    const all = { type: 'articles', locale }
    if (/^\/?$/.test(path)) return { title: '', body: cards(link, await find(all, version)) }
    const [, type, slug = ''] = /^\/(articles|authors)\/([^/]+)$/.exec(path) ?? []
    if (!type) return undefined
    const which = { type, slug: decodeURIComponent(slug), ...(type === 'articles' && { locale }) }
    const [entry] = await find(which, version)
    if (!entry) return undefined
    const { title } = entry
    if (type === 'articles') return { title, body: article(link, entry) }
    const written = await find({ ...all, 'metadata.author': entry.id }, version)
    return { title, body: author(link, entry, written) }
  }

  async function respond({ url = '/' }: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(url, 'http://site')
    const isPreview = secretPath !== undefined && `${pathname}/`.startsWith(`${secretPath}/`)
    const base = isPreview ? secretPath : ''
    const chosen = [...searchParams].filter(([name]) => isPreview && VERSIONS.includes(name))
    const drafts = chosen.length === 0 && { status: 'any' }
    const version = isPreview ? { source: 'true', ...drafts, ...Object.fromEntries(chosen) } : {}
    const search = escaped(new URLSearchParams(chosen).toString())
    const link = (path: string) => `${base}${path}${search && `?${search}`}`
    const locale = searchParams.get('locale') || 'en'
    const page = await pageAt(pathname.slice(base.length), locale, link, version).catch(() => null)
    const [settings] = await find({ type: 'magazine-settings' }, version).catch(() => [])
    const body =
      page?.body ?? `<article><h1>${page === null ? 'Try again later' : 'Not found'}</h1></article>`
    response.writeHead(page ? 200 : page === null ? 503 : 404, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': isPreview ? 'no-store' : 'no-cache',
      'content-security-policy': `frame-ancestors ${isPreview ? '*' : "'none'"}`,
      'referrer-policy': 'no-referrer',
    })
    response.end(`<!doctype html><html lang="${escaped(locale)}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(page?.title || 'Lighthouse Magazine')}</title>
<style>${STYLE}</style>${isPreview ? `<script type="module" src="${cms}/preview.js"></script>` : ''}
<header><a href="${link('/')}">Lighthouse Magazine</a><p>${escaped(settings?.metadata.tagline)}</p></header>
<main>${body}</main><footer>Made with Typecase, plain Node and no framework.</footer></html>`)
  }
  return createServer((request, response) => void respond(request, response))
}
if (import.meta.main) {
  const { CMS = 'http://127.0.0.1:4700', BUCKET = '', READ_KEY = '', PORT = '4800' } = process.env
  const { PREVIEW_KEY: previewKey = '', PREVIEW_SECRET: previewSecret = '' } = process.env
  createMagazine({ cms: CMS, bucket: BUCKET, readKey: READ_KEY, previewKey, previewSecret }).listen(
    Number(PORT),
    '127.0.0.1',
  )
}
