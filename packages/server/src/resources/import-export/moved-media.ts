import type { MediaColumns } from '../media/media-fields.ts'
import {
  newestVersion,
  type ObjectState,
  type ObjectVersion,
  parseValues,
  type Stamp,
} from '../objects/model/state.ts'
import { addressOf } from './fetch-media.ts'
import { lastPart } from './formats/media-list.ts'
import { withRenamed } from './reading/renamed-media.ts'

export type Place = Pick<MediaColumns, 'name' | 'location'>

/** A media that has another name and location than before. */
export interface MovedMedia {
  from: Place
  to: Place
}

/** The names by which `usesOfMedia` finds the objects that use media at either place. */
export const namesOf = (moved: readonly MovedMedia[]): string[] =>
  moved.flatMap(({ from, to }) =>
    [from, to].flatMap(({ name, location }) =>
      location === null ? [name] : [name, lastPart(addressOf({ name, location }))],
    ),
  )

/**
 * A function that gives an object the new names and addresses of media, in both versions. It returns nothing for an object that
 * uses none of them.
 * @param base where this server's media are: `https://host/media`
 */
export function createMediaMover(
  moved: readonly MovedMedia[],
  base: string,
): (state: ObjectState, stamp: Stamp) => ObjectState | undefined {
  const urlOf = ({ name, location }: Place) =>
    addressOf({ name, location: location ?? base }).replace(/#\/[^/]*$/, '')
  const names = new Map(moved.map(({ from, to }) => [from.name, to.name]))
  const addresses = moved.map(({ from, to }) => ({
    pattern: patternOf(urlOf(from), from.location === null),
    url: urlOf(to),
  }))
  const rewrite = (text: string) =>
    addresses.reduce((rest, { pattern, url }) => rest.replaceAll(pattern, () => url), text)

  function versionOf(version: ObjectVersion): ObjectVersion {
    const { thumbnail, content, metadata } = version
    const values = withRenamed(parseValues(metadata), names, rewrite)
    const next = JSON.stringify(values)
    return {
      ...version,
      // They are texts before and after.
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

/**
 * An address as texts have it, also in HTML; not the beginning of a longer one.
 * @param isHere of this server, which has signed and cropped forms of it
 */
function patternOf(url: string, isHere: boolean): RegExp {
  const escaped = url
    .replaceAll(/[$()*+./?[\\\]^{|}]/g, String.raw`\$&`)
    .replaceAll('&', '&(?:amp;)?')
  const forms = isHere
    ? escaped.replace(/\/(?=[^/]*$)/, String.raw`/(?:[^\s"'<>()[\]\\/]+/)?`) +
      String.raw`(?:\?[^\s"'<>()[\]\\]+)?`
    : escaped
  return new RegExp(String.raw`${forms}(?=[.:!?]*(?:$|[\s"'<>()[\],;\\]))`, 'g')
}
