import type { App } from '../app.ts'
import { invalid } from '../http/failure.ts'
import type { KeyPrincipal } from '../http/principal.ts'
import type { BucketAccess } from '../resources/buckets/bucket-access.ts'
import { instantIn } from '../resources/objects/changes/object-edit.ts'
import { type Perspective, readOverlay } from '../resources/perspectives/read-overlay.ts'
import type { Version } from './objects/object-store.ts'

/** Parameters of a read, as its address has them. */
interface Parameters {
  readonly release?: string | undefined
  readonly at?: string | undefined
}

/**
 * The version to read with the parameters `release` and `at`.
 * @param version the version that the other parameters ask for
 * @throws Failure `invalid` naming the parameter
 */
export async function versionWith(
  app: App,
  access: BucketAccess,
  { version: bucketVersion }: Pick<KeyPrincipal, 'version'>,
  parameters: Parameters,
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

function readPerspective({ release, at }: Parameters, now: number): Perspective | undefined {
  if (release === undefined && at === undefined) return undefined
  const time = instantIn(at, 'at')
  // Content of the past is in revisions: an answer with that of today would be wrong.
  if (time !== undefined && time <= now)
    throw invalid('at', 'at must be a time to come; leave it out for what is public now', 'min')
  return { release, at: time }
}
