import type { Reader } from '../../../database/database.ts'
import { selectRows } from '../../../database/run-sql.ts'
import type { BucketAccess } from '../../buckets/bucket-access.ts'
import type { FieldIndex, FieldIndexes } from '../field-indexes.ts'
import { indexExpression } from '../metafield-sql.ts'
import { type TypeModel, typeModelsOf } from '../type-model.ts'
import { type RelationField, relationFields } from './relation-fields.ts'

/** A field of a type where relations may be found. */
export interface RelationPlace {
  model: TypeModel
  field: RelationField
  /** Holds the relations of the newest versions, and is far shorter than the objects. */
  index: FieldIndex | undefined
}

/** Every place of a bucket where an object may point at another one. */
export async function relationPlaces(
  db: Reader,
  access: BucketAccess,
  indexes: FieldIndexes,
): Promise<RelationPlace[]> {
  const types = await selectRows<{ slug: string }>(db, {
    text: 'SELECT slug FROM object_types WHERE bucket_id = ? AND deleted_at IS NULL ORDER BY rank, id',
    values: [access.bucketId],
  })
  const slugs = types.map(({ slug }) => slug)
  const models = await typeModelsOf(db, access, slugs)
  const own = (await indexes.of(access)).filter(({ source }) => source === 'objects')
  return [...models.values()].flatMap((model) =>
    relationFields(model.fields).map((field) => ({
      model,
      field,
      index: own.find((index) => isOf(index, model, field)),
    })),
  )
}

/** Whether an index holds what a field has to say; one of a field whose type was changed does not. */
const isOf = (index: FieldIndex, model: TypeModel, { top }: RelationField): boolean =>
  top !== undefined &&
  index.type === model.slug &&
  index.key === top.key &&
  index.expression === indexExpression(top)

/** Asks for indexes on fields that may point at objects of some types. They are made later, for large types. */
export function wishForIndexes(
  access: BucketAccess,
  indexes: FieldIndexes,
  places: readonly RelationPlace[],
  types: ReadonlySet<string>,
): void {
  for (const { model, field } of places) {
    const mayPoint = field.wanted === undefined || types.has(field.wanted)
    if (field.top && mayPoint) void indexes.wish(access, 'objects', model.slug, [field.top.key])
  }
}
