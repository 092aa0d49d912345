import type { Metafield } from '@typecase/contract/metafields'

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
import type { ListSource } from './tables.ts'
import type { TypeModel } from './type-model.ts'

interface Row {
  id: string
  title: string
  locale: string
  value: string | number
  isPublic: number
}

/** Finds who holds unique values in the tables. */
export const findHoldersIn =
  (db: Reader, access: BucketAccess): FindHolders =>
  async (model, wanted) => {
    const holders = new Map<string, Holder[]>()
    for (const [field, ofField] of Map.groupBy(wanted, (one) => one.field)) {
      const values = [...new Set(ofField.map(({ value }) => value))]
      for (const row of await rowsWith(db, access, model, field, values)) {
        const holder = { id: row.id, title: row.title, isPublic: row.isPublic === 1 }
        const claim = claimOf({ ...row, ...holder, field })
        holders.set(claim, [...(holders.get(claim) ?? []), holder])
      }
    }
    return holders
  }

async function rowsWith(
  db: Reader,
  access: BucketAccess,
  { slug }: TypeModel,
  field: Metafield,
  values: readonly (string | number)[],
): Promise<Row[]> {
  const expression = scalarExpression(field)
  if (!expression) return []
  const indexes = await indexesOn(db, access, slug, expression)
  // With indexes one look for each value; many values without are found by reading the objects once.
  const isByValue = values.length === 1 || indexes.size === 2
  const wanted = '(SELECT value FROM json_each(?))'
  // Both tables are spelled alike, as their indexes are.
  const select = (table: ListSource, isPublic: 0 | 1) => {
    const index = indexes.get(table)
    return `SELECT objects.id, title, ifnull(locale, '') AS locale, ${expression} AS value, ${isPublic} AS isPublic
      FROM ${isByValue ? `${wanted} AS wanted CROSS JOIN ` : ''}${table} AS objects
        ${isByValue && index ? `INDEXED BY ${index}` : ''}
      WHERE ${scopeLiteral(access.bucketId, slug)} AND deleted_at IS NULL
        AND ${expression} ${isByValue ? '= wanted.value' : `IN ${wanted}`}`
  }
  const asked = JSON.stringify(values)
  return selectRows<Row>(db, {
    text: `${select('objects', 0)} UNION ALL ${select('published_objects', 1)}`,
    values: [asked, asked],
  })
}

/** Names of the indexes on a field, by table. Named in queries: a table that was small when its index was made has no statistics. */
async function indexesOn(
  db: Reader,
  { bucketId }: BucketAccess,
  type: string,
  expression: string,
): Promise<ReadonlyMap<ListSource, string>> {
  const rows = await selectRows<{ source: ListSource; name: string }>(db, {
    text: 'SELECT source, name FROM field_indexes WHERE bucket_id = ? AND type = ? AND expression = ?',
    values: [bucketId, type, expression],
  })
  return new Map(rows.map(({ source, name }) => [source, name]))
}

/** Asks for the indexes that make such looks quick. @returns once they are there; nobody has to wait */
export function wishUniqueIndexes(
  indexes: FieldIndexes,
  access: BucketAccess,
  models: Iterable<Pick<TypeModel, 'slug' | 'fields'>>,
): Promise<unknown> {
  const wishes = [...models].flatMap(({ slug, fields }) => {
    const keys = fields.filter(isUnique).map(({ key }) => key)
    return [
      indexes.wish(access, 'objects', slug, keys),
      indexes.wish(access, 'published_objects', slug, keys),
    ]
  })
  return Promise.all(wishes)
}
