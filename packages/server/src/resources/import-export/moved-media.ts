import {
  newestVersion,
  type ObjectState,
  type ObjectVersion,
  parseValues,
  type Stamp,
} from '../objects/model/state.ts'
import { withRenamed } from './reading/renamed-media.ts'

interface Place {
  name: string
  /** Its public address. */
  url: string
}

/** A media that has another name and address than before. */
export interface MovedMedia {
  from: Place
  to: Place
}

/**
 * An object in which media have their new names and addresses, in both versions.
 * @returns undefined if it uses none of them
 */
export function withMovedMedia(
  state: ObjectState,
  moved: readonly MovedMedia[],
  { now, userId }: Stamp,
): ObjectState | undefined {
  const names = new Map(moved.map(({ from, to }) => [from.name, to.name]))
  const addresses = moved.map(({ from, to }) => ({ pattern: patternOf(from.url), url: to.url }))
  const rewrite = (text: string) =>
    addresses.reduce((rest, { pattern, url }) => rest.replaceAll(pattern, url), text)

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

  const newest = versionOf(newestVersion(state))
  const published = state.published && versionOf(state.published)
  const isSame = (a: ObjectVersion | null, b: ObjectVersion | null) =>
    a?.thumbnail === b?.thumbnail && a?.content === b?.content && a?.metadata === b?.metadata
  if (isSame(newest, state) && isSame(published, state.published)) return undefined
  return { ...state, ...newest, published, modified_at: now, modified_by: userId }
}

/** An address as texts have it, also in HTML; not the beginning of a longer one. */
function patternOf(url: string): RegExp {
  const plain = url.replace(/#\/[^/]*$/, '')
  const escaped = plain.replaceAll(/[$()*+./?[\\\]^{|}]/g, String.raw`\$&`)
  return new RegExp(`${escaped.replaceAll('&', '&(?:amp;)?')}(?=$|[\\s"'<>()\\[\\],;\\\\])`, 'g')
}
