import type { App } from '../../app.ts'
import type { Reader } from '../../database/database.ts'
import { forbidden } from '../../http/failure.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'
import { publicVersion } from '../objects/model/state.ts'
import { readObjects } from '../objects/store/store.ts'
import { namesInVersion, usesOfMedia } from './media-uses.ts'
import type { StoredMedia } from './store.ts'

/** Number of objects per read. */
const CHUNK = 200

/**
 * Finds the media that a role may neither replace nor delete: if it may not publish, those that published objects use.
 * @returns the reason by the media's name
 */
export async function publishedUseRefusals(
  app: Pick<App, 'db' | 'columns'>,
  db: Reader,
  access: BucketAccess,
  media: readonly StoredMedia[],
): Promise<ReadonlyMap<string, string>> {
  const refusals = new Map<string, string>()
  if (access.can('objects:publish')) return refusals
  const uses = await usesOfMedia(app, access)
  const names = new Set(media.map(({ name }) => name))
  const ids = [...new Set([...names].flatMap((name) => [...uses.of(name)]))]
  const reason = `Your role (${access.describeRole}) may only save drafts; published objects show this file.`
  for (let at = 0; at < ids.length; at += CHUNK) {
    const objects = await readObjects(db, access, ids.slice(at, at + CHUNK))
    for (const { state } of objects.values()) {
      const version = state.deleted_at === null ? publicVersion(state) : null
      if (!version) continue
      for (const name of namesInVersion(version)) if (names.has(name)) refusals.set(name, reason)
    }
  }
  return refusals
}

/**
 * Checks that a role may replace or delete a media.
 * @throws Failure `forbidden` if a published object uses it and the role may not publish
 */
export async function assertMayChangeFile(
  app: Pick<App, 'db' | 'columns'>,
  db: Reader,
  access: BucketAccess,
  media: StoredMedia,
): Promise<void> {
  const refusal = (await publishedUseRefusals(app, db, access, [media])).get(media.name)
  if (refusal !== undefined) throw forbidden(refusal)
}
