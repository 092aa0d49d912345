import type { Metafield } from '@typecase/contract/metafields'

import type { App } from '../../app.ts'
import type { BucketAccess } from '../../resources/buckets/bucket-access.ts'
import { type MediaUrls, mediaUrls } from '../../resources/media/media-url.ts'
import type { MediaRow } from '../../resources/media/media-view.ts'
import { allTypeModels } from '../../resources/objects/type-model.ts'
import { mediaStore } from '../media/media-store.ts'
import { objectStore, type ObjectStore } from './object-store.ts'

/** What objects of one bucket are read with. */
export interface ContentReader {
  objects: ObjectStore
  /** Metafields by object type slug. */
  fields: ReadonlyMap<string, readonly Metafield[]>
  mediaByName(names: readonly string[]): Promise<MediaRow[]>
  mediaUrl: MediaUrls
}

export async function readerOf(
  app: Pick<App, 'db' | 'settings' | 'columns' | 'sealer' | 'clock'>,
  access: BucketAccess,
): Promise<ContentReader> {
  const { db, columns } = app
  const [types, mediaUrl] = await Promise.all([
    allTypeModels(db.read, access),
    mediaUrls(app, access.bucketId),
  ])
  return {
    objects: objectStore({ db, columns }, access),
    fields: new Map(types.map(({ slug, fields }) => [slug, fields])),
    mediaByName: mediaStore({ db, columns }, access).byNames,
    mediaUrl,
  }
}
