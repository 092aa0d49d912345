import type { Metafield } from '@typecase/contract/metafields'

import type { App } from '../../app.ts'
import type { Database, Reader } from '../../database/database.ts'
import type { KeyPrincipal } from '../../http/principal.ts'
import { RecentlyUsed } from '../../recently-used.ts'
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

type Fields = ContentReader['fields']

/** Fields of the buckets that were read last, with the version of each: a change of a type raises it. */
const kept = new RecentlyUsed<{ version: number; fields: Fields }>(1000)

async function readFields(read: Reader, access: BucketAccess): Promise<Fields> {
  const types = await allTypeModels(read, access)
  return new Map(types.map(({ slug, fields }) => [slug, fields]))
}

/** The fields of a bucket as they are at the version that the request has read. */
async function fieldsAt({ read, epoch }: Database, access: BucketAccess, version: number) {
  const key = `${epoch} ${access.bucketId}`
  const known = kept.get(key)
  if (known?.version === version) return known.fields
  const fields = await readFields(read, access)
  kept.set(key, { version, fields })
  return fields
}

/** @param from who reads, or the reader of a write, to see what it wrote */
export async function readerOf(
  app: Pick<App, 'db' | 'settings' | 'columns' | 'sealer' | 'clock'>,
  access: BucketAccess,
  from: KeyPrincipal | { within: Reader },
): Promise<ContentReader> {
  const { db } = app
  const read = 'within' in from ? from.within : db.read
  return {
    objects: objectStore(app, access, read),
    fields: await ('within' in from
      ? readFields(read, access)
      : fieldsAt(db, access, from.version)),
    mediaByName: mediaStore(app, access, read).byNames,
    mediaUrls: () => mediaUrls({ ...app, db: { read } }, access.bucketId),
  }
}
