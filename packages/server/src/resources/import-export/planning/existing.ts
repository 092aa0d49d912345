import type { Reader } from '../../../database/database.ts'
import { jsonAt } from '../../../database/expressions.ts'
import type { BucketAccess } from '../../buckets/bucket-access.ts'
import { PAGE } from './staging.ts'

/** `metadata.id` and `id` mean the same key. */
export const bareKey = (field: string): string => field.replace(/^metadata\./, '')

/** Returns the value of the field `field` of a staged object, as text. */
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

/** A slug with its scope: it is unique within a type and locale. */
export interface SlugKey {
  type: string
  locale: string | null
  slug: string
}

/** An object of the bucket, possibly in its trash. */
export interface ExistingObject {
  type: string
  isDeleted: boolean
}

/** Returns one text per slug and scope, as the key of a map. */
export const textOfSlugKey = ({ type, locale, slug }: SlugKey): string =>
  `${type}\0${locale ?? ''}\0${slug}`

interface After {
  bucketId: string
  version: number
  id: string
}

const livePage = (db: Reader, after: After) =>
  db
    .selectFrom('objects')
    .select(['id', 'created_at', 'version', 'type', 'locale'])
    .where('bucket_id', '=', after.bucketId)
    .where((eb) => eb(eb.refTuple('version', 'id'), '>', eb.tuple(after.version, after.id)))
    .where('deleted_at', 'is', null)
    .orderBy('version')
    .orderBy('id')
    .limit(PAGE)

/**
 * Lookups among the objects of a bucket, in the transaction that plans the import. Each lookup takes a page of rows,
 * since a statement costs a round trip on PostgreSQL.
 */
export function existingObjects(db: Reader, { bucketId }: BucketAccess) {
  const objects = db.selectFrom('objects').where('bucket_id', '=', bucketId)
  const live = objects.where('deleted_at', 'is', null)

  /** Yields the live objects page by page in the order of an index, so none is read twice. */
  async function* pages<Row extends { id: string; version: number }>(
    read: (after: After) => Promise<Row[]>,
  ): AsyncGenerator<Row[]> {
    for (let last = { version: -1, id: '' }; ;) {
      const rows = await read({ bucketId, ...last })
      const end = rows.at(-1)
      if (!end) return
      last = { version: end.version, id: end.id }
      yield rows
    }
  }

  return {
    pages: () => pages((after) => livePage(db, after).execute()),

    /** The live objects, each with the JSON of one of its values. */
    pagesWith: (key: string) =>
      pages((after) =>
        livePage(db, after)
          .select(['title', jsonAt('metadata', key).as('value')])
          .execute(),
      ),

    /** The objects that hold slugs, by `textOfSlugKey`. */
    async bySlug(slugKeys: readonly SlugKey[]): Promise<Map<string, string>> {
      const holders = new Map<string, string>()
      const scopes = Map.groupBy(slugKeys, (slugKey) => textOfSlugKey({ ...slugKey, slug: '' }))
      for (const [first, ...others] of scopes.values()) {
        if (!first) continue
        const { type, locale } = first
        const slugs = [first, ...others].map(({ slug }) => slug)
        const rows = await live
          .select(['id', 'slug'])
          .where('type', '=', type)
          .where('slug', 'in', slugs)
          .where((eb) => eb.fn.coalesce('locale', eb.val('')), '=', locale ?? '')
          .execute()
        for (const { id, slug } of rows) holders.set(textOfSlugKey({ type, locale, slug }), id)
      }
      return holders
    },

    /** Slugs by the ids of their objects. */
    async slugsOf(ids: Iterable<string>): Promise<Map<string, string>> {
      const rows = await objects
        .select(['id', 'slug'])
        .where('id', 'in', [...ids])
        .execute()
      return new Map(rows.map(({ id, slug }) => [id, slug]))
    },

    /** The given ids that belong to live objects of the bucket. */
    async among(ids: Iterable<string>): Promise<Set<string>> {
      const rows = await live
        .select('id')
        .where('id', 'in', [...ids])
        .execute()
      return new Set(rows.map(({ id }) => id))
    },

    /** Objects by id, also those in the trash. */
    async byId(ids: readonly string[]): Promise<Map<string, ExistingObject>> {
      if (ids.length === 0) return new Map()
      const rows = await objects
        .select(['id', 'type', 'deleted_at'])
        .where('id', 'in', ids)
        .execute()
      return new Map(
        rows.map(({ id, type, deleted_at }) => [id, { type, isDeleted: deleted_at !== null }]),
      )
    },

    /** The given ids that belong to objects, including those in the trash. */
    async takenIds(ids: Iterable<string>): Promise<Set<string>> {
      const rows = await objects
        .select('id')
        .where('id', 'in', [...ids])
        .execute()
      return new Set(rows.map(({ id }) => id))
    },

    /** Ids of a type's objects by the text of a field's value; of duplicates, the oldest object. */
    async byField(type: string, field: string): Promise<Map<string, string>> {
      const isObjectField = field === 'slug' || field === 'title'
      const ids = new Map<string, string>()
      const firsts = new Map<string, string>()
      const withValues = (after: After) =>
        livePage(db, after)
          .select((eb) =>
            isObjectField
              ? eb.ref(field).as('value')
              : jsonAt('metadata', bareKey(field)).as('value'),
          )
          .execute()
      for await (const page of pages(withValues)) {
        for (const row of page) {
          if (row.type !== type || row.value === null) continue
          const key = isObjectField ? row.value : asKey(JSON.parse(row.value))
          if (key === undefined) continue
          const time = `${row.created_at} ${row.id}`
          const first = firsts.get(key)
          if (first !== undefined && first < time) continue
          firsts.set(key, time)
          ids.set(key, row.id)
        }
      }
      return ids
    },
  }
}

export type ExistingObjects = ReturnType<typeof existingObjects>
