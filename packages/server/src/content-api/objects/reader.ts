import type { Metafield } from '@typecase/contract/metafields'

import type { App } from '../../app.ts'
import type { Reader } from '../../database/database.ts'
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
  /** Asked for only where there is a file: it reads whether the bucket's media are private. */
  mediaUrls(): Promise<MediaUrls>
}

/** @param read of a write, to see what it wrote */
export async function readerOf(
  app: Pick<App, 'db' | 'settings' | 'columns' | 'sealer' | 'clock'>,
  access: BucketAccess,
  read: Reader = app.db.read,
): Promise<ContentReader> {
  const types = await allTypeModels(read, access)
  return {
    objects: objectStore(app, access, read),
    fields: new Map(types.map(({ slug, fields }) => [slug, fields])),
    mediaByName: mediaStore(app, access, read).byNames,
    mediaUrls: () => mediaUrls({ ...app, db: { read } }, access.bucketId),
  }
}
