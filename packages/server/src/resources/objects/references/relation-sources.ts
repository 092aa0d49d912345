import { and, compare, type Leaf, type Query } from '@typecase/content-query/ast'
import type { Path } from '@typecase/content-query/fields'

import type { ColumnIndex } from '../../../columns/column-index.ts'
import type { MatchOptions } from '../../../columns/live-index.ts'
import type { Reader } from '../../../database/database.ts'
import type { BucketAccess } from '../../buckets/bucket-access.ts'
import { type Finding, objectIndex } from '../find-objects.ts'
import { allTypeModels } from '../type-model.ts'
import { type RelationField, relationFields } from './relation-fields.ts'

/** A field of a type: a place where an object may point at another one. */
export interface RelationSource extends RelationField {
  type: string
}

/** Every such place of a bucket. */
export async function relationSources(db: Reader, access: BucketAccess): Promise<RelationSource[]> {
  const models = await allTypeModels(db, access)
  return models.flatMap(({ slug: type, fields }) =>
    relationFields(fields).map((field) => ({ ...field, type })),
  )
}

export const TYPE: Path = ['type']

/** Objects of a place's type that point somewhere from there. */
export const pointing = ({ type }: RelationSource, there: Leaf): Query =>
  and([there, compare(TYPE, 'eq', type)])

/** The indexes of both versions of a bucket's objects. */
export interface BothVersions {
  newest: ColumnIndex
  published: ColumnIndex
}

/** Brings both indexes up to date, with the columns of some places and those of a query. Read them before the next `await`. */
export async function bothVersions(
  finding: Finding,
  access: BucketAccess,
  sources: readonly RelationSource[],
  query: Query,
  options: Pick<MatchOptions, 'sort' | 'signal'> = {},
): Promise<BothVersions> {
  const values: Path[] = [TYPE, ['status'], ...sources.map(({ keys }) => keys)]
  for (;;) {
    const match = async (source: 'newest' | 'published') =>
      (await objectIndex(finding, access, source).match(query, { ...options, values })).index
    const both = { newest: await match('newest'), published: await match('published') }
    // The first index may have dropped a column while the second was loading.
    if (both.newest.missing(query, values).length === 0) return both
  }
}
