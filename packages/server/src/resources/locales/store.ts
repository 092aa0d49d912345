import { localesOf, sourceLocaleOf } from '@typecase/contract/locales'

import type { Reader } from '../../database/database.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'
import type { StoredObject } from '../objects/model/state.ts'
import './tables.ts'

/** The locale settings of a type. */
export interface TypeLocales {
  slug: string
  /** All locales that its objects should have; empty while the type is not localized. */
  locales: readonly string[]
  /** The locale from which the others are translated. */
  source: string | null
}

/** Reads the localized types of a bucket, in their order. */
export async function localizedTypes(
  db: Reader,
  { bucketId }: BucketAccess,
): Promise<TypeLocales[]> {
  const rows = await db
    .selectFrom('object_types')
    .innerJoin('buckets', 'buckets.id', 'object_types.bucket_id')
    .select([
      'object_types.slug',
      'object_types.locales',
      'object_types.priority_locale',
      'buckets.locales as all',
    ])
    .where('object_types.bucket_id', '=', bucketId)
    .where('object_types.deleted_at', 'is', null)
    .where('object_types.localization', '=', 1)
    .orderBy('object_types.rank')
    .execute()
  return rows.map(({ slug, locales, priority_locale, all }) => {
    // Only the server writes these lists, so the casts are safe.
    const ofBucket = JSON.parse(all) as string[]
    const type = { localization: true, locales: JSON.parse(locales) as string[], priority_locale }
    return { slug, locales: localesOf(type, ofBucket), source: sourceLocaleOf(type, ofBucket) }
  })
}

/** Reads the locale settings of an object's type. */
export async function localesOfType(
  db: Reader,
  access: BucketAccess,
  slug: string,
): Promise<TypeLocales> {
  const types = await localizedTypes(db, access)
  return types.find((type) => type.slug === slug) ?? { slug, locales: [], source: null }
}

/**
 * Returns the version that the others are translated from: the one in the type's source locale, or else the first in
 * the order of the type's locales.
 */
export function sourceOf(
  versions: readonly StoredObject[],
  { locales, source }: TypeLocales,
): StoredObject | undefined {
  for (const locale of [source, ...locales]) {
    const version = versions.find(({ state }) => state.locale === locale)
    if (version) return version
  }
  return versions[0]
}

/** Reads when the fields of an object were last confirmed, by field. */
export async function readChecks(
  db: Reader,
  { bucketId }: BucketAccess,
  objectId: string,
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('translation_checks')
    .select(['field', 'checked_at'])
    .where('bucket_id', '=', bucketId)
    .where('object_id', '=', objectId)
    .execute()
  return new Map(rows.map(({ field, checked_at }) => [field, checked_at]))
}

/** Reads when fields of a bucket's objects were last confirmed, by object. */
export async function lastChecks(
  db: Reader,
  { bucketId }: BucketAccess,
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('translation_checks')
    .select((eb) => ['object_id', eb.fn.max('checked_at').as('checked_at')])
    .where('bucket_id', '=', bucketId)
    .groupBy('object_id')
    .execute()
  return new Map(rows.map(({ object_id, checked_at }) => [object_id, checked_at]))
}

export async function keepChecks(
  db: Reader,
  { bucketId, userId }: BucketAccess,
  objectId: string,
  fields: readonly string[],
  now: string,
): Promise<void> {
  const rows = [...new Set(fields)].map((field) => ({
    bucket_id: bucketId,
    object_id: objectId,
    field,
    checked_at: now,
    checked_by: userId,
  }))
  await db
    .insertInto('translation_checks')
    .values(rows)
    .onConflict((existing) =>
      existing.columns(['bucket_id', 'object_id', 'field']).doUpdateSet((eb) => ({
        checked_at: eb.ref('excluded.checked_at'),
        checked_by: eb.ref('excluded.checked_by'),
      })),
    )
    .execute()
}
