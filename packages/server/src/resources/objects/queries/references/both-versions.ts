import { and, compare, type Leaf, type Query } from '@typecase/content-query/ast'
import type { Path } from '@typecase/content-query/fields'

import type { ColumnIndex } from '../../../../columns/column-index.ts'
import type { MatchOptions } from '../../../../columns/live-index.ts'
import type { RowSet } from '../../../../columns/row-set.ts'
import type { BucketAccess } from '../../../buckets/bucket-access.ts'
import { type Finding, objectIndex } from '../find-objects.ts'
import type { ReferenceField } from './reference-fields.ts'

export const TYPE: Path = ['type']

/** Matches objects of a field's type that meet a condition on this field. */
export const referring = ({ type }: ReferenceField, condition: Leaf): Query =>
  and([condition, compare(TYPE, 'eq', type)])

/** The indexes of both versions of a bucket's objects. */
export interface BothVersions {
  newest: ColumnIndex
  published: ColumnIndex
}

/** Updates both indexes and loads the columns of some fields and of a query. Read them before the next `await`. */
export async function bothVersions(
  finding: Finding,
  access: BucketAccess,
  fields: readonly ReferenceField[],
  query: Query,
  options: Pick<MatchOptions, 'sort' | 'signal'> = {},
): Promise<BothVersions> {
  const values: Path[] = [TYPE, ['status'], ...fields.map(({ keys }) => keys)]
  for (;;) {
    const match = async (source: 'newest' | 'published') =>
      (await objectIndex(finding, access, source).match(query, { ...options, values })).index
    const both = { newest: await match('newest'), published: await match('published') }
    // The first index may have dropped a column while the second one loaded.
    if (both.newest.missing(query, values).length === 0) return both
  }
}

/** Returns the rows of the newest versions whose objects refer to the target with a field, in either version. */
export function referringRows(
  { newest, published }: BothVersions,
  field: ReferenceField,
  target: string,
): RowSet {
  const query = referring(field, compare(field.keys, 'eq', target))
  const rows = newest.select(query).copy()
  const publishedRows = published.select(query)
  // The versions only differ for drafts over a published version. Walk through the smaller set: drafts, or published
  // matches.
  const drafts = newest.select(referring(field, compare(['status'], 'eq', 'draft')))
  if (drafts.count < publishedRows.count) {
    for (const row of drafts.toRows()) {
      if (publishedRows.has(published.rowLike(newest, row))) rows.add(row)
    }
  } else {
    for (const row of publishedRows.toRows()) {
      const newestRow = newest.rowLike(published, row)
      if (newestRow >= 0) rows.add(newestRow)
    }
  }
  return rows
}
