import type { Metafield } from '@typecase/contract/metafields'

import type { App } from '../../app.ts'
import type { BucketAccess } from '../../resources/buckets/bucket-access.ts'
import { allTypeModels } from '../../resources/objects/type-model.ts'
import { type MediaRow, mediaStore } from '../media/media-store.ts'
import { objectStore, type ObjectStore } from './object-store.ts'

/** What objects of one bucket are read with. */
export interface ContentReader {
  objects: ObjectStore
  /** Metafields by object type slug. */
  fields: ReadonlyMap<string, readonly Metafield[]>
  mediaByName(names: readonly string[]): Promise<MediaRow[]>
  publicUrl: string
}

export async function readerOf(
  { db, settings, columns }: Pick<App, 'db' | 'settings' | 'columns'>,
  access: BucketAccess,
): Promise<ContentReader> {
  const types = await allTypeModels(db.read, access)
  return {
    objects: objectStore({ db, columns }, access),
    fields: new Map(types.map(({ slug, fields }) => [slug, fields])),
    mediaByName: mediaStore({ db, columns }, access).byNames,
    publicUrl: settings.PUBLIC_URL,
  }
}
