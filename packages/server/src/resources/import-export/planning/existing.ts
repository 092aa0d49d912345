import type Sqlite from 'better-sqlite3'

import type { BucketAccess } from '../../buckets/bucket-access.ts'

/** Own fields of an object that tell objects apart; anything else is a key of its metadata. */
const ownFields: readonly string[] = ['slug', 'title']

/** `metadata.id` and `id` mean the same key. */
export const bareKey = (field: string): string => field.replace(/^metadata\./, '')

/** The value of a staged object that `field` names, as text. */
export function valueOf(
  object: { title: string; slug: string | undefined; values: Readonly<Record<string, unknown>> },
  field: string,
): string | undefined {
  const value =
    field === 'title'
      ? object.title
      : field === 'slug'
        ? object.slug
        : object.values[bareKey(field)]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}

/** Look-ups among the objects of a bucket, as they are in the snapshot that the import plans on. */
export function existingObjects(connection: Sqlite.Database, { bucketId }: BucketAccess) {
  const bySlug = connection
    .prepare<[string, string, string, string], string>(
      "SELECT id FROM objects WHERE bucket_id = ? AND type = ? AND slug = ? AND ifnull(locale, '') = ? AND deleted_at IS NULL",
    )
    .pluck()
  const slugOf = connection
    .prepare<[string], string>('SELECT slug FROM objects WHERE id = ?')
    .pluck()
  const inLocale = connection
    .prepare<[string, string, string], string>(
      "SELECT id FROM objects WHERE bucket_id = ? AND type = ? AND ifnull(locale, '') = ? AND deleted_at IS NULL",
    )
    .pluck()
  const inBucket = connection
    .prepare<[string, string], number>(
      'SELECT 1 FROM objects WHERE id = ? AND bucket_id = ? AND deleted_at IS NULL',
    )
    .pluck()
  const anywhere = connection
    .prepare<[string], number>('SELECT 1 FROM objects WHERE id = ?')
    .pluck()

  return {
    /** The object that holds a slug. */
    bySlug: (type: string, slug: string, locale: string | null): string | undefined =>
      bySlug.get(bucketId, type, slug, locale ?? ''),
    slugOf: (id: string): string | undefined => slugOf.get(id),
    /** Ids of a type's objects in one locale. */
    inLocale: (type: string, locale: string | null): string[] =>
      inLocale.all(bucketId, type, locale ?? ''),
    has: (id: string): boolean => inBucket.get(id, bucketId) !== undefined,
    /** Whether any object of any bucket has the id: ids are unique across tenants. */
    isIdTaken: (id: string): boolean => anywhere.get(id) !== undefined,
    /** Ids of a type's objects by the value of a field, as text; of several, the first one. */
    byField(type: string, field: string): Map<string, string> {
      const path = `$."${bareKey(field)}"`
      const column = ownFields.includes(field) ? field : 'json_extract(metadata, ?)'
      const rows = connection
        .prepare<string[], { id: string; value: unknown }>(
          `SELECT id, ${column} AS value FROM objects
           WHERE bucket_id = ? AND type = ? AND deleted_at IS NULL ORDER BY seq`,
        )
        .iterate(...(column === field ? [] : [path]), bucketId, type)
      const ids = new Map<string, string>()
      for (const { id, value } of rows) {
        if (typeof value !== 'string' && typeof value !== 'number') continue
        if (!ids.has(String(value))) ids.set(String(value), id)
      }
      return ids
    },
    /** Ids of the live objects of some types, or of the whole bucket. */
    *idsOf(types: readonly string[] | undefined): Generator<string> {
      const rows = connection
        .prepare<string[], { id: string; type: string }>(
          'SELECT id, type FROM objects WHERE bucket_id = ? AND deleted_at IS NULL ORDER BY seq',
        )
        .iterate(bucketId)
      for (const { id, type } of rows) if (!types || types.includes(type)) yield id
    },
  }
}

export type ExistingObjects = ReturnType<typeof existingObjects>
