import { type FieldChange, fieldInVersion } from '@typecase/contract/field-changes'

import type { Reader } from '../../../../database/database.ts'
import { prepared } from '../../../../database/prepared.ts'
import type { BucketAccess } from '../../../buckets/bucket-access.ts'
import { isRecord } from '@typecase/contract/field-values/value-check'
import { typeModelsOf } from '../../store/type-models.ts'
import { relationFields } from './reference-fields.ts'

const ID = /[0-9a-f]{24}/g

/** Adds the titles of related objects, including those in the trash, to changes of relations. */
export async function labelRelations(
  db: Reader,
  access: BucketAccess,
  changes: readonly FieldChange[],
): Promise<void> {
  const some = changes.filter(({ field }) => fieldInVersion(field).startsWith('metadata.'))
  const types = await read(
    db,
    access,
    'type',
    some.map(({ object_id }) => object_id),
  )
  const models = await typeModelsOf(db, access, types.values())
  const related = some.filter(({ object_id, field }) => {
    const fields = models.get(types.get(object_id) ?? '')?.fields ?? []
    // Added and removed rows are shown as a whole, changed rows value by value.
    const keyPath = fieldInVersion(field).replaceAll(/\.\d+(?=\.|$)/g, '')
    return relationFields(fields).some(({ path }) => `${path}.`.startsWith(`${keyPath}.`))
  })
  const ids = related.flatMap(
    ({ before, after }) => JSON.stringify([before, after]).match(ID) ?? [],
  )
  const titles = await read(db, access, 'title', ids)
  if (titles.size === 0) return
  for (const change of related) {
    change.before_label = labelOf(change.before, titles)
    change.after_label = labelOf(change.after, titles)
  }
}

/** Returns a value with titles instead of ids. Long values have been shortened, and are therefore texts. */
function labelOf(value: unknown, titles: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') {
    return value.replace(ID, (id) => (titles.has(id) ? titles.get(id) || 'Untitled' : id))
  }
  if (Array.isArray(value)) return value.map((item) => labelOf(item, titles))
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, of]) => [key, labelOf(of, titles)]))
}

const typesAndTitles = prepared((db, of: { bucketId: string; ids: readonly string[] }) =>
  db
    .selectFrom('objects')
    .select(['id', 'type', 'title'])
    .where('bucket_id', '=', of.bucketId)
    .where('id', 'in', of.ids),
)

/** Reads one column of some objects by id. */
async function read(
  db: Reader,
  { bucketId }: BucketAccess,
  column: 'type' | 'title',
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await typesAndTitles(db, { bucketId, ids: [...new Set(ids)] })
  return new Map(rows.map((row) => [row.id, row[column]]))
}
