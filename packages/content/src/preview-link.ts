import type { CmsObject } from '@typecase/contract/objects'
import { Refusal } from '@typecase/plugin-sdk/refusal'

/**
 * Puts an object into the preview link of its type: `[object_slug]`, `[object_id]`, `[locale]` …
 * @throws Refusal where that is no address of the web
 */
export function previewAddress(
  link: string,
  { id, slug, type, locale, status }: CmsObject,
): string {
  const values = { id, slug, type, locale: locale ?? '', status }
  const address = link.replaceAll(
    /\[(?:object_)?(id|slug|type|locale|status)\]/g,
    (_all, key: string) => encodeURIComponent(values[key as keyof typeof values]),
  )
  if (/^https?:\/\//i.test(address)) return address
  throw new Refusal(`The preview link must begin with https:// – it is “${link}”.`)
}

/**
 * The same page on another site: behind its origin and path, and with its query, which may contain the key of a
 * preview.
 * @throws Refusal for an address without a host
 */
export function onSite(address: string, site: string): string {
  if (!URL.canParse(address)) throw new Refusal(`“${address}” is not a web address.`)
  const page = new URL(address)
  const { origin, pathname, searchParams } = new URL(site)
  for (const [key, value] of searchParams) page.searchParams.append(key, value)
  return `${origin}${pathname.replace(/\/$/, '')}${page.pathname}${page.search}${page.hash}`
}
