import type { LinkTarget, MissingTarget } from '../format.ts'
import { decodePart, pathOf } from '../links.ts'
import { detach } from './wxr-items.ts'

/** Suffixes of WordPress pictures: of smaller sizes, such as `-300x200`, and of scaled or rotated originals. */
const SIZE = /-\d+x\d+(?=\.\w+$)/
const SCALED_SUFFIX = /(?:-scaled|-rotated)(?=\.\w+$)/
/** Returns the name or address of a picture without the suffixes of its size. */
export const withoutSize = (name: string): string =>
  name.replace(SCALED_SUFFIX, '').replace(SIZE, '')

/** Matches WordPress.com's cache for pictures of any site. */
const PHOTON = /^https?:\/\/i\d\.wp\.com\//

/** The site of an export. */
export interface Site {
  /** Its address without a trailing slash; empty if unknown. */
  readonly url: string
  readonly host: string
  /** Identifies the site in each import, with http and with https. */
  readonly key: string
}

export function siteOf(raw: string): Site {
  const url = detach(raw.replace(/\/+$/, ''))
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  const host = parsed ? bareHost(parsed.host) : ''
  return { url, host, key: parsed ? `${host}${parsed.pathname.replace(/\/+$/, '')}` : url }
}

const bareHost = (host: string): string => host.toLowerCase().replace(/^www\./, '')

/** Indexes the addresses of a site's posts and media. */
export function createAddresses() {
  /** Ids of posts by path, and names of media by address. */
  const posts = new Map<string, string>()
  const media = new Map<string, string>()

  return {
    addPost(link: string, id: string): void {
      const url = parse(link, undefined)
      if (url && url.pathname !== '/' && !posts.has(pathOf(url))) posts.set(detach(pathOf(url)), id)
    },
    addMedia(url: string, name: string): void {
      const key = mediaKey(parse(url, undefined))
      if (key !== undefined && !media.has(key)) media.set(detach(key), name)
    },
    /** Returns the name of the media at an address; that of a smaller size leads to the picture. */
    mediaAt(address: string | URL): string | undefined {
      const key = mediaKey(typeof address === 'string' ? parse(address, undefined) : address)
      return key === undefined ? undefined : (media.get(key) ?? media.get(withoutSize(key)))
    },
    /** Returns a key that is the same for all sizes of a picture. */
    mediaKey(address: string): string | undefined {
      const key = mediaKey(parse(address, undefined))
      return key && withoutSize(key)
    },
    postAt: (url: URL): string | undefined => posts.get(pathOf(url)),
  }
}

export type Addresses = ReturnType<typeof createAddresses>

/** Lookups of targets by an id or a slug in an address. */
interface Lookups {
  readonly site: Site
  readonly addresses: Addresses
  postTarget(id: string): LinkTarget | undefined
  termTarget(taxonomy: string, slug: string): LinkTarget | undefined
  authorTarget(name: string): LinkTarget | undefined
}

/** Creates a function that resolves the addresses in texts of a site. */
export function createResolver(lookups: Lookups) {
  const { site, addresses, postTarget, termTarget, authorTarget } = lookups
  const home = site.host === '' ? undefined : pathOf(new URL(site.url))
  return (address: string): LinkTarget | MissingTarget | undefined => {
    if (/^\s*(?:#|$)|[[{]/.test(address)) return undefined
    const url = parse(address, site.url || undefined)
    if (!url) return undefined
    const name = addresses.mediaAt(url)
    if (name !== undefined) return { media: name }
    if (site.host === '' || bareHost(url.host) !== site.host) return undefined
    if (pathOf(url) === home && url.search === '') return undefined
    return targetAt(url) ?? { missing: url.href }
  }

  function targetAt(url: URL): LinkTarget | undefined {
    for (const key of ['p', 'page_id', 'attachment_id']) {
      const id = url.searchParams.get(key)
      if (id !== null) return postTarget(id)
    }
    const post = addresses.postAt(url)
    if (post !== undefined) return postTarget(post)
    const [, kind, slug = ''] =
      /\/(category|tag|author)\/(?:[^/]+\/)*?([^/]+)\/?$/.exec(decodePart(url.pathname)) ?? []
    if (kind === 'author') return authorTarget(slug)
    if (kind === undefined) return undefined
    return termTarget(kind === 'tag' ? 'post_tag' : kind, slug)
  }
}

function parse(address: string, base: string | undefined): URL | undefined {
  const absolute = address.trim().replace(PHOTON, 'https://')
  const root = base ? `${base}/` : 'http://relative.invalid/'
  const url = URL.parse(absolute, root)
  return url && /^https?:$/.test(url.protocol) ? url : undefined
}

const mediaKey = (url: URL | undefined): string | undefined =>
  url && `${bareHost(url.host)}${decodePart(url.pathname).replace(SCALED_SUFFIX, '')}`

/** Returns the path of an address on the site before the import. */
export function pathOfLink(link: string): string | undefined {
  const url = parse(link, undefined)
  if (!url || url.search !== '' || url.pathname === '/') return undefined
  return decodePart(url.pathname)
}
