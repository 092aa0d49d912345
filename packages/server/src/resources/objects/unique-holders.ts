import type { Reader } from '../../database/database.ts'
import { selectRows } from '../../database/run-sql.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'
import type { FieldIndexes } from './field-indexes.ts'
import {
  claimOf,
  type FindHolders,
  type Holder,
  isUnique,
} from './metafield-values/unique-values.ts'
import { scalarExpression, scopeLiteral } from './metafield-sql.ts'
import type { TypeModel } from './type-model.ts'

interface Row {
  id: string
  title: string
  locale: string
  value: string | number
  isPublic: number
}

/** Finds who holds unique values in the tables: one look for all values of a field. */
export const findHoldersIn =
  (db: Reader, { bucketId }: BucketAccess): FindHolders =>
  async (model, wanted) => {
    const holders = new Map<string, Holder[]>()
    const scope = scopeLiteral(bucketId, model.slug)
    for (const [field, values] of Map.groupBy(wanted, (one) => one.field)) {
      const expression = scalarExpression(field)
      if (!expression) continue
      // Both tables are spelled alike, as the indexes on them are.
      const select = (table: string, isPublic: 0 | 1) =>
        `SELECT id, title, ifnull(locale, '') AS locale, ${expression} AS value, ${isPublic} AS isPublic
          FROM ${table} AS objects WHERE ${scope} AND deleted_at IS NULL
            AND ${expression} IN (SELECT value FROM json_each(?))`
      const asked = JSON.stringify([...new Set(values.map(({ value }) => value))])
      const rows = await selectRows<Row>(db, {
        text: `${select('objects', 0)} UNION ALL ${select('published_objects', 1)}`,
        values: [asked, asked],
      })
      for (const { id, title, locale, value, isPublic } of rows) {
        const holder = { id, title, isPublic: isPublic === 1 }
        const claim = claimOf({ field, locale, value, ...holder })
        holders.set(claim, [...(holders.get(claim) ?? []), holder])
      }
    }
    return holders
  }

/** Asks for the indexes that make such looks quick. */
export function wishUniqueIndexes(
  indexes: FieldIndexes,
  access: BucketAccess,
  models: Iterable<Pick<TypeModel, 'slug' | 'fields'>>,
): void {
  for (const { slug, fields } of models) {
    const keys = fields.filter(isUnique).map(({ key }) => key)
    indexes.wish(access, 'objects', slug, keys)
    indexes.wish(access, 'published_objects', slug, keys)
  }
}
