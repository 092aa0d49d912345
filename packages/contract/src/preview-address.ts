import type { FieldRule } from './field-rules.ts'

/** Placeholders in the address of a preview: `{slug}`, `{metadata.category.slug}`, and the older `[object_slug]`. */
export const PLACEHOLDER =
  /\{(id|slug|type|locale|status|metadata(?:\.[\w-]+)+)\}|\[(?:object_)?(id|slug|type|locale|status)\]/g

/**
 * Fills the placeholders of an address. Leaves out a part of the path that would be empty.
 * @param valueOf returns the value for the path in a placeholder: `metadata.section`
 */
export const fillPlaceholders = (address: string, valueOf: (path: string) => unknown): string =>
  address.replaceAll(
    new RegExp(`(?:${PLACEHOLDER.source})(/?)`, 'g'),
    (_all, inBraces?: string, inBrackets?: string, slash = '') => {
      const value = valueOf(inBraces ?? inBrackets ?? '')
      const text = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
      return text === '' ? '' : encodeURIComponent(text.toWellFormed()) + slash
    },
  )

const LOCAL_HOSTS = ['localhost', '127.0.0.1', '[::1]']
/**
 * The hosts that a preview may have. The URL standard allows more characters, such as `*` and `;`, which have a meaning
 * in a content security policy.
 */
const HOST = /^(?:[\da-z.-]+|\[[\da-f:.]+\])$/

/** An address that a frame may show: https, or http on this machine. */
export const previewSiteUrl: FieldRule = (path, value) => {
  const unknown = /\{[^}]*\}?/.exec(value.replaceAll(PLACEHOLDER, 'x'))?.[0]
  if (unknown !== undefined)
    return `${path} must not contain “${unknown}”: use {slug}, {id}, {type}, {locale}, {status} or {metadata.key}`
  const url = URL.parse(value.replaceAll(PLACEHOLDER, 'x'))
  if (!url || !(url.protocol === 'https:' || url.protocol === 'http:'))
    return `${path} must be a valid URL that begins with https://`
  if (url.protocol === 'http:' && !LOCAL_HOSTS.includes(url.hostname))
    return `${path} must begin with https://: http:// works for localhost only`
  return previewOrigin(value) === undefined
    ? `${path} must contain a host without placeholders, user name or wildcard`
    : undefined
}

/** Returns the origin of an address if a frame may show it, and undefined otherwise. */
export function previewOrigin(address: string): string | undefined {
  // Placeholders may only follow the host, so that content never chooses the site.
  const site = URL.parse(/^https?:\/\/[^#/?\\]*/i.exec(address)?.[0] ?? '')
  if (!site || site.username !== '' || site.password !== '' || !HOST.test(site.hostname))
    return undefined
  const isAllowed = site.protocol === 'https:' || LOCAL_HOSTS.includes(site.hostname)
  return isAllowed ? site.origin : undefined
}
