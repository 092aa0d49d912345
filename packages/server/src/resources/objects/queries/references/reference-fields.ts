import { LINKS, type Path } from '@typecase/content-query/fields'
import { fieldPaths } from '@typecase/contract/field-values/field-tree'
import type { Metafield } from '@typecase/contract/metafields'

import type { Reader } from '../../../../database/database.ts'
import type { BucketAccess } from '../../../buckets/bucket-access.ts'
import { allTypeModels } from '../../store/type-models.ts'

/** A field that holds relations, at any depth of its type. */
export interface RelationField {
  /** `metadata.seo.author`, as in `props` and queries. */
  path: string
  keys: Path
  /** The titles along the path: `SEO › Author`. */
  label: string
}

/** Returns the fields of a type that hold relations. */
export const relationFields = (fields: readonly Metafield[]): RelationField[] =>
  fieldPaths(fields).flatMap((path) => {
    const type = path.at(-1)?.type
    if (type !== 'object' && type !== 'objects') return []
    const keys: Path = ['metadata', ...path.map(({ key }) => key)]
    const label = path.map(({ title, key }) => title || key).join(' › ')
    return { path: keys.join('.'), keys, label }
  })

/** A field of a type that refers to other objects. */
export interface ReferenceField extends RelationField {
  type: string
}

/** Returns the relations of all object types of a bucket. */
export async function relationsOfTypes(
  db: Reader,
  access: Pick<BucketAccess, 'bucketId'>,
): Promise<ReferenceField[]> {
  const models = await allTypeModels(db, access)
  return models.flatMap(({ slug: type, fields }) =>
    relationFields(fields).map((field) => ({ ...field, type })),
  )
}

const links = { path: LINKS, keys: [LINKS], label: 'Links in texts' } as const

/** Returns the relations of all object types, and the links in the texts of each type. */
export async function referenceFields(
  db: Reader,
  access: Pick<BucketAccess, 'bucketId'>,
): Promise<ReferenceField[]> {
  const models = await allTypeModels(db, access)
  return models.flatMap(({ slug: type, fields }) =>
    [...relationFields(fields), links].map((field) => ({ ...field, type })),
  )
}
