import type { Metafield } from '@typecase/contract/metafields'
import { LRUCache } from 'lru-cache'

import type { App } from '../../app.ts'
import type { Database, Reader } from '../../database/database.ts'
import type { KeyPrincipal } from '../../http/principal.ts'
import type { BucketAccess } from '../../resources/buckets/bucket-access.ts'
import { type MediaUrls, mediaUrls, mediaUrlsOf } from '../../resources/media/media-url.ts'
import type { MediaRow } from '../../resources/media/media-view.ts'
import { allTypeModels } from '../../resources/objects/store/type-models.ts'
import { mediaStore } from '../media/media-store.ts'
import { objectStore, type ObjectStore } from './object-store.ts'

/** The dependencies for reading objects of one bucket. */
export interface ContentReader {
  objects: ObjectStore
  /** Metafields by object type slug. */
  fields: ReadonlyMap<string, readonly Metafield[]>
  mediaByName(names: readonly string[]): Promise<MediaRow[]>
  /** Called only if there is a file, because within a write it reads whether the bucket's media are private. */
  mediaUrls(): Promise<MediaUrls>
}

type Fields = ContentReader['fields']

/** Fields of recently read buckets, with the version of each bucket's types. */
const cache = new LRUCache<string, { typesVersion: number; fields: Fields }>({ max: 1000 })

async function readFields(read: Reader, access: BucketAccess): Promise<Fields> {
  const types = await allTypeModels(read, access)
  return new Map(types.map(({ slug, fields }) => [slug, fields]))
}

/** Returns the fields of a bucket at the version of its types that the request has read, or at a later one. */
async function fieldsAt({ read, epoch }: Database, access: BucketAccess, typesVersion: number) {
  const key = `${epoch} ${access.bucketId}`
  const cached = cache.get(key)
  if (cached?.typesVersion === typesVersion) return cached.fields
  const fields = await readFields(read, access)
  cache.set(key, { typesVersion, fields })
  return fields
}

interface Inside {
  within: Reader
  /** The fields to use; by default, those of all types are read. */
  fields?: Fields
}

async function fieldsFor(db: Database, access: BucketAccess, from: KeyPrincipal | Inside) {
  if (!('within' in from)) return fieldsAt(db, access, from.typesVersion)
  return from.fields ?? readFields(from.within, access)
}

/** Creates the reader. @param from the caller, or the reader of a write, which sees the write's changes */
export async function readerOf(
  app: Pick<App, 'db' | 'settings' | 'columns' | 'sealer' | 'clock'>,
  access: BucketAccess,
  from: KeyPrincipal | Inside,
): Promise<ContentReader> {
  const { db } = app
  const read = 'within' in from ? from.within : db.read
  return {
    objects: objectStore(app, access, 'within' in from ? undefined : from.version, read),
    fields: await fieldsFor(db, access, from),
    mediaByName: mediaStore(app, access, read).byNames,
    mediaUrls: async () =>
      'within' in from
        ? mediaUrls({ ...app, db: { read } }, access.bucketId)
        : mediaUrlsOf(app, from.mediaIsPrivate),
  }
}
