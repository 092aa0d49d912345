import type { App } from '../app.ts'
import { invalid } from '../http/failure.ts'
import type { KeyPrincipal } from '../http/principal.ts'
import type { BucketAccess } from '../resources/buckets/bucket-access.ts'
import {
  type Perspective,
  type PerspectiveParameters,
  readPerspective,
} from '../resources/perspectives/perspective.ts'
import { readOverlay } from '../resources/perspectives/read-overlay.ts'
import { findRevisionAt } from '../resources/revisions/store.ts'
import { findRelease } from '../resources/releases/store.ts'
import type { Version } from './objects/object-store.ts'

/**
 * Returns the version to read for the parameters `release`, `at` and `revision`.
 * @param version the version that the other parameters select
 * @throws Failure `invalid` naming the parameter
 */
export async function versionWith(
  app: App,
  access: BucketAccess,
  { version: bucketVersion, sharedLink }: Pick<KeyPrincipal, 'version' | 'sharedLink'>,
  { revision, ...parameters }: PerspectiveParameters & { readonly revision?: string | undefined },
  version: Version,
): Promise<Version> {
  const read = async (perspective: Perspective) =>
    (await readOverlay(app, access, perspective, bucketVersion)) ?? 'published'
  if (sharedLink) return read(await perspectiveOf(app, access, sharedLink))
  const perspective = readPerspective(parameters, app.clock.now())
  if (revision !== undefined) {
    if (perspective || version !== 'published')
      throw invalid('revision', 'revision must come without release, at and status', 'perspective')
    return withRevisionOf(app, access, revision, read)
  }
  if (!perspective) return version
  if (version !== 'published')
    throw invalid(
      'status',
      'status must be published, or left out, with release or at: they choose the versions',
      'perspective',
    )
  return read(perspective)
}

/**
 * Returns the published versions, with one object at a revision.
 * @throws Failure `invalid` if the revision does not exist
 */
async function withRevisionOf(
  { db }: Pick<App, 'db'>,
  access: BucketAccess,
  revision: string,
  read: (perspective: Perspective) => Promise<Version>,
): Promise<Version> {
  const [id = '', rev] = revision.split('.')
  const former = await findRevisionAt(db.read, access, id, Number(rev))
  if (!former) {
    const message = 'revision must be <object id>.<rev> of a revision of this bucket'
    throw invalid('revision', message, 'reference')
  }
  const version = await read({ objects: [id] })
  const { state } = former
  return typeof version === 'string' ? version : { ...version, revision: { id, state } }
}

/** Returns the perspective of a shared link. If its release was deleted, only published versions remain. */
async function perspectiveOf(
  { db }: Pick<App, 'db'>,
  access: BucketAccess,
  { release_id, object_ids }: NonNullable<KeyPrincipal['sharedLink']>,
): Promise<Perspective> {
  if (release_id === null) return { objects: object_ids }
  return (await findRelease(db.read, access, release_id)) ? { release: release_id } : {}
}
