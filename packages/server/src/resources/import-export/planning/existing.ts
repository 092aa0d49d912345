import type { Reader } from '../../../database/database.ts'
import { selectRows } from '../../../database/run-sql.ts'
import { inList, sql, trusted } from '../../../database/sql-text.ts'
import type { BucketAccess } from '../../buckets/bucket-access.ts'
import { PAGE } from './staging.ts'

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
  return asKey(value)
}

const asKey = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined

/** Where a slug stands: it is one object's in its type and locale. */
export interface SlugPlace {
  type: string
  locale: string | null
  slug: string
}

/** One text for each place. */
export const keyOfPlace = ({ type, locale, slug }: SlugPlace): string =>
  `${type}\0${locale ?? ''}\0${slug}`

/** What telling objects apart needs of one. */
interface FoundObject {
  id: string
  seq: number
  version: number
  type: string
  locale: string | null
}

/**
 * Look-ups among the objects of a bucket, in the transaction that the import plans in. Each is for a page of rows: on
 * PostgreSQL a statement takes a round trip.
 */
export function existingObjects(db: Reader, { bucketId }: BucketAccess) {
  const some = (ids: Iterable<string>) => inList('id', [...ids])

  /** The live objects, page by page in an order of an index: none is read twice, however many there are. */
  async function* pages<Row extends FoundObject>(value = trusted("''")): AsyncGenerator<Row[]> {
    for (let last = { version: -1, id: '' }; ;) {
      const rows = await selectRows<Row>(
        db,
        sql`SELECT id, seq, version, type, locale, ${value} AS value FROM objects
          WHERE bucket_id = ${bucketId} AND (version, id) > (${last.version}, ${last.id}) AND deleted_at IS NULL
          ORDER BY version, id LIMIT ${PAGE}`,
      )
      const end = rows.at(-1)
      if (!end) return
      last = end
      yield rows
    }
  }

  return {
    pages: () => pages(),

    /** The objects that hold slugs, by `keyOfPlace`. */
    async bySlug(places: readonly SlugPlace[]): Promise<Map<string, string>> {
      const holders = new Map<string, string>()
      const scopes = Map.groupBy(places, (place) => keyOfPlace({ ...place, slug: '' }))
      for (const [first, ...others] of scopes.values()) {
        if (!first) continue
        const { type, locale } = first
        const slugs = [first, ...others].map(({ slug }) => slug)
        const rows = await selectRows<{ id: string; slug: string }>(
          db,
          sql`SELECT id, slug FROM objects
            WHERE bucket_id = ${bucketId} AND type = ${type} AND ${inList('slug', slugs)}
              AND ifnull(locale, '') = ${locale ?? ''} AND deleted_at IS NULL`,
        )
        for (const { id, slug } of rows) holders.set(keyOfPlace({ type, locale, slug }), id)
      }
      return holders
    },

    /** Slugs by the ids of their objects. */
    async slugsOf(ids: Iterable<string>): Promise<Map<string, string>> {
      const rows = await selectRows<{ id: string; slug: string }>(
        db,
        sql`SELECT id, slug FROM objects WHERE ${some(ids)}`,
      )
      return new Map(rows.map(({ id, slug }) => [id, slug]))
    },

    /** Which of these ids are those of live objects of the bucket. */
    async among(ids: Iterable<string>): Promise<Set<string>> {
      const rows = await selectRows<{ id: string }>(
        db,
        // The sign keeps SQLite from going through the whole bucket in place of these.
        sql`SELECT id FROM objects WHERE ${some(ids)} AND +bucket_id = ${bucketId} AND deleted_at IS NULL`,
      )
      return new Set(rows.map(({ id }) => id))
    },

    /** Which of these ids any object of any bucket has: ids are unique across tenants. */
    async taken(ids: Iterable<string>): Promise<Set<string>> {
      const rows = await selectRows<{ id: string }>(
        db,
        sql`SELECT id FROM objects WHERE ${some(ids)}`,
      )
      return new Set(rows.map(({ id }) => id))
    },

    /** Ids of a type's objects by the value of a field, as text; of several, the one that was there first. */
    async byField(type: string, field: string): Promise<Map<string, string>> {
      const isOwn = ownFields.includes(field)
      const value = isOwn ? trusted(field) : sql`CAST(metadata -> ${bareKey(field)} AS TEXT)`
      const ids = new Map<string, string>()
      const places = new Map<string, number>()
      for await (const page of pages<FoundObject & { value: string | null }>(value)) {
        for (const row of page) {
          if (row.type !== type || row.value === null) continue
          const key = isOwn ? row.value : asKey(JSON.parse(row.value))
          if (key === undefined || row.seq > (places.get(key) ?? Infinity)) continue
          places.set(key, row.seq)
          ids.set(key, row.id)
        }
      }
      return ids
    },
  }
}

export type ExistingObjects = ReturnType<typeof existingObjects>
