import type { App } from '../../app.ts'
import { invalid } from '../../http/failure.ts'
import { type BucketAccess, readVersion } from '../buckets/bucket-access.ts'
import { newestVersion, type ObjectState, publicVersion } from '../objects/model/state.ts'
import { type Overlay, withPublication } from './overlay.ts'
import { type PerspectiveParameters, readPerspective } from './perspective.ts'
import { readOverlay } from './read-overlay.ts'

/** The versions of objects that a page of the dashboard shows. */
export type ShownVersion = 'newest' | 'published' | Overlay

interface Parameters extends PerspectiveParameters {
  readonly version?: 'newest' | 'published' | undefined
}

/**
 * Determines the versions that a call of the dashboard asks for.
 * @param bucketVersion the bucket's version, if the caller has read it
 * @throws Failure `invalid` that names the parameter
 */
export async function chooseVersion(
  app: App,
  access: BucketAccess,
  { version, ...parameters }: Parameters,
  bucketVersion?: number,
): Promise<ShownVersion> {
  const perspective = readPerspective(parameters, app.clock.now())
  if (!perspective) return version ?? 'newest'
  if (version === 'newest')
    throw invalid('version', 'version must be published with release or at', 'perspective')
  const at = bucketVersion ?? (await readVersion(app.db, access))
  return (await readOverlay(app, access, perspective, at)) ?? 'published'
}

/** Returns the state of an object in a version; undefined if it has none. */
export function stateIn(
  version: ShownVersion,
  id: string,
  state: ObjectState,
): ObjectState | undefined {
  if (version === 'newest') return state
  const outcome = version === 'published' ? undefined : version.outcomes.get(id)
  if (outcome) return { ...withPublication(state, outcome), published: null }
  const visible = outcome === null ? null : publicVersion(state)
  return visible
    ? { ...state, ...newestVersion(visible), status: 'published', published: null }
    : undefined
}
