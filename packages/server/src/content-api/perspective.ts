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
import { findRelease } from '../resources/releases/store.ts'
import type { Version } from './objects/object-store.ts'

/**
 * The version to read with the parameters `release` and `at`.
 * @param version the version that the other parameters ask for
 * @throws Failure `invalid` naming the parameter
 */
export async function versionWith(
  app: App,
  access: BucketAccess,
  { version: bucketVersion, sharedLink }: Pick<KeyPrincipal, 'version' | 'sharedLink'>,
  parameters: PerspectiveParameters,
  version: Version,
): Promise<Version> {
  const read = async (perspective: Perspective) =>
    (await readOverlay(app, access, perspective, bucketVersion)) ?? 'published'
  if (sharedLink) return read(await perspectiveOf(app, access, sharedLink))
  const perspective = readPerspective(parameters, app.clock.now())
  if (!perspective) return version
  if (version !== 'published')
    throw invalid(
      'status',
      'status must be published, or left out, with release or at: they choose the versions',
      'perspective',
    )
  return read(perspective)
}

/** The perspective of a shared link. A release that was deleted shows nothing more than what is published. */
async function perspectiveOf(
  { db }: Pick<App, 'db'>,
  access: BucketAccess,
  { release_id, object_ids }: NonNullable<KeyPrincipal['sharedLink']>,
): Promise<Perspective> {
  if (release_id === null) return { objects: object_ids }
  return (await findRelease(db.read, access, release_id)) ? { release: release_id } : {}
}
