import { decodeHTMLAttribute } from 'entities'

import type { MediaColumns } from '../media/media-fields.ts'
import {
  newestVersion,
  type ObjectState,
  type ObjectVersion,
  parseValues,
  type Stamp,
} from '../objects/model/state.ts'
import { addressOf } from './fetch-media.ts'
import { createLinkRewriter } from './formats/links.ts'
import { lastPart } from './formats/media-list.ts'
import { createAddresses } from './formats/wordpress/addresses.ts'
import { withRenamed } from './reading/renamed-media.ts'

export type MediaAddress = Pick<MediaColumns, 'name' | 'location'>

/** The old and the new name and location of a media. */
export interface MovedMedia {
  from: MediaAddress
  to: MediaAddress
}

/** Matches an address in any text, up to the next address or a character that cannot be part of it. */
const ADDRESS = /https?:\/\/(?:(?!,https?:)[^\s"'<>()[\]\\])+/g
/** Punctuation that follows an address in a sentence. */
const END = /[.,;:!?*`|]{0,9}$/

/** Returns the address of a media. @param base the address of media on this server: `https://host/media` */
export const urlOf = ({ name, location }: MediaAddress, base = ''): string =>
  addressOf({ name, location: location ?? base }).replace(/#\/[^/]*$/, '')

/**
 * Creates a function that gives an object the new names and addresses of media, in both versions. It returns undefined
 * for an object that uses none of them. Addresses of the smaller versions that WordPress makes of a picture become that
 * of the picture.
 * @param others addresses of other media that look like smaller versions
 */
export function createMediaMover(
  moved: readonly MovedMedia[],
  base: string,
  others: readonly string[] = [],
): (state: ObjectState, stamp: Stamp) => ObjectState | undefined {
  const names = new Map(moved.map(({ from, to }) => [from.name, to.name]))
  const here = new Map<string, string>()
  const elsewhere = new Map<string, string>()
  const versions = createAddresses()
  for (const url of others) versions.addMedia(url, '')
  for (const { from, to } of moved) {
    const [url, target] = [urlOf(from, base), urlOf(to, base)]
    if (from.location === null) here.set(from.name, target)
    else elsewhere.set(url, target)
    if (from.location !== null && !url.includes('?')) versions.addMedia(url, target)
  }

  /** Returns the new address. Addresses on this server may contain a signature and a crop, so only the name matters. */
  function target(address: string): string | undefined {
    if (address.startsWith(`${base}/`)) return here.get(lastPart(address))
    return elsewhere.get(address) ?? (versions.mediaAt(address) || undefined)
  }

  const rewriteLinks = createLinkRewriter({
    resolve(address) {
      const media = target(address)
      return media === undefined ? undefined : { media }
    },
    addressOf: (url) => url,
    onMissing() {},
  })

  const rewrite = (text: string): string =>
    // The rewriter returns a text for a text.
    (rewriteLinks(text) as string).replace(ADDRESS, (match) => {
      const address = match.replace(END, '')
      const url = target(decodeHTMLAttribute(address))
      return url === undefined ? match : url + match.slice(address.length)
    })

  function versionOf(version: ObjectVersion): ObjectVersion {
    const { thumbnail, content, metadata } = version
    const values = withRenamed(parseValues(metadata), names, rewrite)
    const next = JSON.stringify(values)
    return {
      ...version,
      // Both are texts before and after.
      thumbnail: withRenamed(thumbnail, names, rewrite) as string | null,
      content: rewrite(content),
      metadata: next === JSON.stringify(parseValues(metadata)) ? metadata : next,
    }
  }

  const isSame = (a: ObjectVersion | null, b: ObjectVersion | null) =>
    a?.thumbnail === b?.thumbnail && a?.content === b?.content && a?.metadata === b?.metadata

  return (state, { now, userId }) => {
    const newest = versionOf(newestVersion(state))
    const published = state.published && versionOf(state.published)
    if (isSame(newest, state) && isSame(published, state.published)) return undefined
    return { ...state, ...newest, published, modified_at: now, modified_by: userId }
  }
}
