import { fillPlaceholders } from '@typecase/contract/preview-address'

/** Maximum length of an address: web servers and their clients accept this many characters. */
const MAX_LENGTH = 2000
/** Stands for the site of a path; no address on the web uses it. */
const SITE = 'http://site.invalid'

/** An address of a redirect, percent-encoded as browsers send it. */
export interface RedirectAddress {
  /** A path with its query, or an http(s) address. */
  readonly text: string
  /** The path without percent-encoding, except of control characters. */
  readonly path: string
  readonly query: string
}

/** Reads a path or an http(s) address; undefined for any other text. */
export function readAddress(raw: string): RedirectAddress | undefined {
  const text = raw
    .trim()
    // `URL` would drop these characters, or treat them as slashes.
    .replaceAll(/[\\\p{Cc}]/gu, encodeURIComponent)
    .replaceAll(/%(?![\da-f]{2})/gi, '%25')
  const isPath = /^\/(?!\/)/.test(text)
  if (!isPath && !/^https?:\/\//i.test(text)) return undefined
  const url = URL.parse(text, SITE)
  if (!url || url.username !== '' || url.password !== '') return undefined
  const { pathname, search, hash, href } = url
  const address = isPath ? pathname + search + hash : href
  if (pathname.startsWith('//') || address.length > MAX_LENGTH) return undefined
  return { text: address, path: decode(pathname), query: search }
}

/** Returns the path of an address, with its query. */
export const pathOfAddress = ({ text }: RedirectAddress): RedirectAddress | undefined =>
  readAddress(text.replace(/^https?:\/\/[^#/?]*/i, '').replace(/#.*/, ''))

/** Returns the error in a template of new addresses, if any. */
export function templateError(template: string, isRedirects: boolean): string | undefined {
  if (!isRedirects) return 'path_template is only for redirects'
  const filled = fillPlaceholders(template, () => 'x')
  const unknown = /[{[][^\]}]*[\]}]?|[\]}]/.exec(filled)?.[0]
  if (unknown !== undefined)
    return `path_template must not contain “${unknown}”: use {type}, {slug}, {id} or {locale}`
  return readAddress(filled) ? undefined : 'path_template must begin with /, https:// or http://'
}

/** Returns the default template for the new addresses of a type. */
export function defaultTemplate(previewLink: string): string {
  const path = /^https?:\/\/[^#/?]+(\/[^#?]*)/i.exec(previewLink)?.[1] ?? ''
  // A preview may identify the object in its query only; all objects would then share a path.
  return /[_[{](?:slug|id)[\]}]/.test(path) ? path : '/{type}/{slug}'
}

function decode(pathname: string): string {
  return pathname
    .replaceAll(/(?:%[\da-f]{2})+/gi, (run) => {
      try {
        return decodeURIComponent(run)
      } catch {
        return run
      }
    })
    .replaceAll(/\p{Cc}/gu, encodeURIComponent)
}
