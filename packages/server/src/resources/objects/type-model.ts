import type { Metafield } from '@typecase/contract/metafields'

import type { Reader } from '../../database/database.ts'
import { prepared } from '../../database/prepared.ts'
import { RecentlyUsed } from '../../recently-used.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'

/** What objects need to know of their type. */
export interface TypeModel {
  slug: string
  title: string
  singular: string
  singleton: boolean
  fields: readonly Metafield[]
}

/** An object whose type is gone keeps its values; nothing is known of them any more. */
export const unknownType = (slug: string): TypeModel => ({
  slug,
  title: slug,
  singular: slug,
  singleton: false,
  fields: [],
})

/** Fields by id, rev and time of a type: the row is read each time, its JSON only when it changed. */
const models = new RecentlyUsed<TypeModel>(1000)

const live = (db: Reader, bucketId: string) =>
  db
    .selectFrom('object_types')
    .select(['id', 'slug', 'title', 'singular', 'singleton', 'rev', 'modified_at'])
    .where('bucket_id', '=', bucketId)
    .where('deleted_at', 'is', null)

const liveTypes = prepared((db, of: { bucketId: string }) =>
  live(db, of.bucketId).orderBy('rank').orderBy('id'),
)
const liveType = prepared((db, of: { bucketId: string; slug: string }) =>
  live(db, of.bucketId).where('slug', '=', of.slug),
)
type Row = Awaited<ReturnType<typeof liveType>>[number]

const metafieldsOf = prepared((db, of: { bucketId: string; id: string }) =>
  db
    .selectFrom('object_types')
    .select('metafields')
    .where('bucket_id', '=', of.bucketId)
    .where('id', '=', of.id),
)

/** The live object type of that slug. */
export async function findTypeModel(
  db: Reader,
  { bucketId }: BucketAccess,
  slug: string,
): Promise<TypeModel | undefined> {
  const [row] = await liveType(db, { bucketId, slug })
  return row && modelOf(db, bucketId, row)
}

async function modelOf(db: Reader, bucketId: string, row: Row): Promise<TypeModel> {
  const key = `${row.id} ${row.rev} ${row.modified_at}`
  const known = models.get(key)
  if (known) return known
  const [{ metafields } = { metafields: '[]' }] = await metafieldsOf(db, { bucketId, id: row.id })
  const model: TypeModel = {
    slug: row.slug,
    title: row.title,
    singular: row.singular,
    singleton: row.singleton === 1,
    // The column is written by the store of object types only.
    fields: JSON.parse(metafields) as Metafield[],
  }
  models.set(key, model)
  return model
}

/** The types that objects of a page or a chunk have, by slug. */
export async function typeModelsOf(
  db: Reader,
  access: BucketAccess,
  slugs: Iterable<string>,
): Promise<ReadonlyMap<string, TypeModel>> {
  const found = new Map<string, TypeModel>()
  for (const slug of new Set(slugs)) {
    const model = await findTypeModel(db, access, slug)
    if (model) found.set(slug, model)
  }
  return found
}

/** All types of a bucket, in their order. */
export async function allTypeModels(db: Reader, { bucketId }: BucketAccess): Promise<TypeModel[]> {
  const types: TypeModel[] = []
  for (const row of await liveTypes(db, { bucketId })) types.push(await modelOf(db, bucketId, row))
  return types
}
