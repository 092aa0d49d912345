import type { Metafield } from '@typecase/contract/metafields'
import { LRUCache } from 'lru-cache'

import type { Reader } from '../../../database/database.ts'
import { prepared } from '../../../database/prepared.ts'
import type { BucketAccess } from '../../buckets/bucket-access.ts'
import { type TypeModel, typeModel } from '../model/type-model.ts'

/**
 * Cached models, by the type's id, rev and modification time and by the bucket's locales. The row is read every time,
 * its JSON only after a change.
 */
const models = new LRUCache<string, TypeModel>({ max: 1000 })

const live = (db: Reader, bucketId: string) =>
  db
    .selectFrom('object_types')
    .innerJoin('buckets', 'buckets.id', 'object_types.bucket_id')
    .select([
      'object_types.id',
      'object_types.slug',
      'object_types.title',
      'singular',
      'singleton',
      'object_types.rev',
      'object_types.modified_at',
      'localization',
      'buckets.locales as bucket_locales',
    ])
    .where('bucket_id', '=', bucketId)
    .where('object_types.deleted_at', 'is', null)

const liveTypes = prepared((db, of: { bucketId: string }) =>
  live(db, of.bucketId).orderBy('rank').orderBy('object_types.id'),
)
const liveType = prepared((db, of: { bucketId: string; slug: string }) =>
  live(db, of.bucketId).where('object_types.slug', '=', of.slug),
)
type Row = Awaited<ReturnType<typeof liveType>>[number]

const schemaOf = prepared((db, of: { bucketId: string; id: string }) =>
  db
    .selectFrom('object_types')
    .select(['metafields', 'locales', 'priority_locale'])
    .where('bucket_id', '=', of.bucketId)
    .where('id', '=', of.id),
)

/** Finds the live object type with a slug. */
export async function findTypeModel(
  db: Reader,
  { bucketId }: BucketAccess,
  slug: string,
): Promise<TypeModel | undefined> {
  const [row] = await liveType(db, { bucketId, slug })
  return row && modelOf(db, bucketId, row)
}

async function modelOf(db: Reader, bucketId: string, row: Row): Promise<TypeModel> {
  const key = `${row.id} ${row.rev} ${row.modified_at} ${row.bucket_locales}`
  const cached = models.get(key)
  if (cached) return cached
  const [schema] = await schemaOf(db, { bucketId, id: row.id })
  const model = typeModel(
    {
      slug: row.slug,
      title: row.title,
      singular: row.singular,
      singleton: row.singleton === 1,
      localization: row.localization === 1,
      // Only the store of object types writes these columns.
      metafields: JSON.parse(schema?.metafields ?? '[]') as Metafield[],
      locales: JSON.parse(schema?.locales ?? '[]') as string[],
      priority_locale: schema?.priority_locale ?? null,
    },
    JSON.parse(row.bucket_locales) as string[],
  )
  models.set(key, model)
  return model
}

/** Returns the types of the objects on a page or in a chunk, by slug. */
export async function typeModelsOf(
  db: Reader,
  access: BucketAccess,
  slugs: Iterable<string>,
): Promise<ReadonlyMap<string, TypeModel>> {
  const modelsBySlug = new Map<string, TypeModel>()
  for (const slug of new Set(slugs)) {
    const model = await findTypeModel(db, access, slug)
    if (model) modelsBySlug.set(slug, model)
  }
  return modelsBySlug
}

/** Returns all types of a bucket in their order. */
export async function allTypeModels(
  db: Reader,
  { bucketId }: Pick<BucketAccess, 'bucketId'>,
): Promise<TypeModel[]> {
  const types: TypeModel[] = []
  for (const row of await liveTypes(db, { bucketId })) types.push(await modelOf(db, bucketId, row))
  return types
}
