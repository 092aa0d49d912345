import { previewOrigin } from '@typecase/contract/preview-address'
import type { OpenedLink } from '@typecase/contract/shared-links'

import type { Reader } from '../../database/database.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'
import { parsePreviewSites } from '../buckets/preview-sites.ts'
import { listObjectTypes } from '../object-types/store.ts'
import { newestVersion } from '../objects/model/state.ts'
import { readObjects } from '../objects/store/store.ts'
import { idsOfRelease } from '../releases/store.ts'
import type { StoredLink } from './store.ts'

/** Returns the ids of the objects that a link shows; for a release, the objects that it currently contains. */
export const idsOfLink = async (
  db: Reader,
  access: BucketAccess,
  { release_id, object_ids }: Pick<StoredLink, 'release_id' | 'object_ids'>,
): Promise<readonly string[]> =>
  release_id === null ? object_ids : idsOfRelease(db, access, release_id)

/** Returns the ids of the objects that exist, in the same order. */
export async function existingIds(
  db: Reader,
  { bucketId }: BucketAccess,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('objects')
    .select('id')
    .where('bucket_id', '=', bucketId)
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .execute()
  const existing = new Set(rows.map(({ id }) => id))
  return ids.filter((id) => existing.has(id))
}

/** Reads titles, types and sites of the objects that a link shows, without those in the trash. */
export async function sharedContent(
  db: Reader,
  access: BucketAccess,
  link: Pick<StoredLink, 'release_id' | 'object_ids'>,
): Promise<Pick<OpenedLink, 'bucket' | 'objects' | 'types'>> {
  const bucket = await db
    .selectFrom('buckets')
    .select(['title', 'preview_sites'])
    .where('id', '=', access.bucketId)
    .executeTakeFirstOrThrow()
  const ids = await idsOfLink(db, access, link)
  const stored = ids.length === 0 ? new Map() : await readObjects(db, access, ids)
  const objects = ids.flatMap((id) => {
    const object = stored.get(id)
    if (!object) return []
    const { title, slug, locale } = newestVersion(object.state)
    return [{ id, title, slug, locale, type: object.type }]
  })
  const slugs = new Set(objects.map(({ type }) => type))
  const sites = parsePreviewSites(bucket.preview_sites)
  const types = (await listObjectTypes(db, access)).filter(({ slug }) => slugs.has(slug))
  return {
    bucket: { slug: access.slug, title: bucket.title },
    objects,
    types: types.map(({ slug, title, metafields, preview_link }) => {
      const site = sites.find((one) => one.types.length === 0 || one.types.includes(slug))
      const url = site?.url ?? preview_link ?? ''
      return { slug, title, metafields, site: previewOrigin(url) === undefined ? null : url }
    }),
  }
}
