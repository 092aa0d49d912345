import type { ErrorDetail } from '@typecase/contract/errors'
import type { Metafield, MetafieldType } from '@typecase/contract/metafields'

import type { Reader } from '../../../database/database.ts'
import { selectRows } from '../../../database/run-sql.ts'
import type { BucketAccess } from '../../buckets/bucket-access.ts'
import { scalarExpression, scopeLiteral } from '../metafield-sql.ts'
import type { TypeModel } from '../type-model.ts'
import { isEmpty } from './value-check.ts'

/** Types whose values can be said to be unique (clients.md §3). */
const uniqueTypes: ReadonlySet<MetafieldType> = new Set([
  'text',
  'textarea',
  'number',
  'date',
  'select',
])

export const isUnique = ({ unique, type }: Pick<Metafield, 'unique' | 'type'>): boolean =>
  unique === true && uniqueTypes.has(type)

interface Values {
  values: Readonly<Record<string, unknown>>
  at: string
  /** The object that holds them, which does not count. */
  id: string | null
  locale: string | null
}

/**
 * Values that another object of the same type and locale has, where the field says that each has its own.
 * @param isSuspect whether a key can have become a duplicate with this write
 */
export async function takenValues(
  db: Reader,
  { bucketId }: BucketAccess,
  model: TypeModel,
  { values, at, id, locale }: Values,
  isSuspect: (key: string) => boolean,
): Promise<ErrorDetail[]> {
  const taken: ErrorDetail[] = []
  const scope = scopeLiteral(bucketId, model.slug)
  for (const field of model.fields) {
    const value = values[field.key]
    if (!isUnique(field) || isEmpty(value) || !isSuspect(field.key)) continue
    if (typeof value !== 'string' && typeof value !== 'number') continue
    const expression = scalarExpression(field)
    if (!expression) continue
    const [other] = await selectRows<{ title: string }>(db, {
      text: `SELECT title FROM objects WHERE ${scope} AND deleted_at IS NULL AND ${expression} = ?
        AND ifnull(locale, '') = ? AND id != ? LIMIT 1`,
      values: [value, locale ?? '', id ?? ''],
    })
    if (!other) continue
    const path = `${at}.${field.key}`
    const message = `${path} must be unique: “${other.title}” has this value already`
    taken.push({ path, message, rule: 'unique' })
  }
  return taken
}
