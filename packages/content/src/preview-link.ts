import { fillPlaceholders } from '@typecase/contract/preview-address'
import type { CmsObject } from '@typecase/contract/objects'
import { Refusal } from '@typecase/plugin-sdk/refusal'

import { getAt } from './object/path.ts'

/** The parts of an object that an address may contain. */
export type AddressParts = Pick<CmsObject, 'id' | 'slug' | 'type' | 'locale' | 'status'> & {
  readonly metadata?: unknown
}

/**
 * Fills an object into the address of a preview: `{slug}`, `{metadata.section}`, or the older `[object_slug]`. An empty
 * part of the path is left out.
 * @throws Refusal if the result is not a web address
 */
export function previewAddress(link: string, object: AddressParts): string {
  const address = fillPlaceholders(link, (path) => getAt(object, path))
  if (/^https?:\/\//i.test(address)) return address
  throw new Refusal(`The preview link must begin with https:// – it is “${link}”.`)
}

/**
 * Moves a page's address to another site: below that site's origin and path, and with its query, which may contain the
 * key of a preview.
 * @throws Refusal for an address without a host
 */
export function onSite(address: string, site: string): string {
  if (!URL.canParse(address)) throw new Refusal(`“${address}” is not a web address.`)
  const page = new URL(address)
  const { origin, pathname, searchParams } = new URL(site)
  for (const [key, value] of searchParams) page.searchParams.append(key, value)
  return `${origin}${pathname.replace(/\/$/, '')}${page.pathname}${page.search}${page.hash}`
}
