import type { App } from '../app.ts'
import { invalid } from '../http/failure.ts'
import type { KeyPrincipal } from '../http/principal.ts'
import type { BucketAccess } from '../resources/buckets/bucket-access.ts'
import {
  type PerspectiveParameters,
  readPerspective,
} from '../resources/perspectives/perspective.ts'
import { readOverlay } from '../resources/perspectives/read-overlay.ts'
import type { Version } from './objects/object-store.ts'

/**
 * The version to read with the parameters `release` and `at`.
 * @param version the version that the other parameters ask for
 * @throws Failure `invalid` naming the parameter
 */
export async function versionWith(
  app: App,
  access: BucketAccess,
  { version: bucketVersion }: Pick<KeyPrincipal, 'version'>,
  parameters: PerspectiveParameters,
  version: Version,
): Promise<Version> {
  const perspective = readPerspective(parameters, app.clock.now())
  if (!perspective) return version
  if (version !== 'published')
    throw invalid(
      'status',
      'status must be published, or left out, with release or at: they choose the versions',
      'perspective',
    )
  return (await readOverlay(app, access, perspective, bucketVersion)) ?? 'published'
}
