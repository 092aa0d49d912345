import { compare, or } from '@typecase/content-query/ast'
import { scalarsOf, type StoredRecord, valuesAt } from '@typecase/content-query/stored-values'
import type { OutputOf } from '@typecase/contract/endpoint'
import type { ObjectReference, objectReferences } from '@typecase/contract/object-references'

import type { OrderedSort } from '../../../../columns/row-orders.ts'
import type { BucketAccess } from '../../../buckets/bucket-access.ts'
import type { Finding } from '../find-objects.ts'
import {
  mainStatus,
  type ObjectVersion,
  parseValues,
  publicVersion,
  type StoredObject,
} from '../../model/state.ts'
import { readObjects } from '../../store/store.ts'
import { bothVersions, referring, referringRows } from './both-versions.ts'
import { type ReferenceField, referenceFields } from './reference-fields.ts'

type Page = { limit: number; skip: number }
type References = Omit<OutputOf<typeof objectReferences>, keyof Page>

const NEWEST_FIRST: OrderedSort = { kind: 'keys', keys: [{ path: ['id'], descending: true }] }

/** Finds the objects that refer to an object in either of their versions, newest first. */
export async function findReferences(
  finding: Finding,
  access: BucketAccess,
  target: string,
  { limit, skip }: Page,
  signal?: AbortSignal,
): Promise<References> {
  const { read } = finding.db
  const fields = await referenceFields(read, access)
  if (fields.length === 0) return { references: [], by_field: [], total: 0 }
  const query = or(fields.map((field) => referring(field, compare(field.keys, 'eq', target))))
  const both = await bothVersions(finding, access, fields, query, { sort: NEWEST_FIRST, signal })

  const rows = both.newest.live.emptyCopy()
  const by_field = fields.flatMap((field) => {
    const fieldRows = referringRows(both, field, target)
    const { type, path, label } = field
    rows.union(fieldRows)
    return fieldRows.count > 0 ? [{ type, field: path, label, total: fieldRows.count }] : []
  })
  const page = both.newest.page(rows, NEWEST_FIRST, skip, limit)
  const ids = page.map((row) => both.newest.idOf(row))
  const total = rows.count

  const stored = await readObjects(read, access, ids)
  const references = ids.flatMap((id) => referenceOf(stored.get(id), fields, target) ?? [])
  return { references, by_field, total }
}

/** Returns the ids of all objects that refer to an object in either of their versions, in the order of lists. */
export async function idsReferringTo(
  finding: Finding,
  access: BucketAccess,
  target: string,
  sort: OrderedSort,
): Promise<string[]> {
  const fields = await referenceFields(finding.db.read, access)
  const query = or(fields.map((field) => referring(field, compare(field.keys, 'eq', target))))
  const { newest, published } = await bothVersions(finding, access, fields, query, { sort })
  const rows = newest.live.emptyCopy()
  for (const field of fields) rows.union(referringRows({ newest, published }, field, target))
  return newest.page(rows, sort, 0, rows.count).map((row) => newest.idOf(row))
}

/** Describes the references of an object; undefined if it no longer has any since the index was read. */
function referenceOf(
  object: StoredObject | undefined,
  allFields: readonly ReferenceField[],
  target: string,
): ObjectReference | undefined {
  if (!object) return undefined
  const { id, type, state } = object
  const newest = recordOf(state)
  const publicState = publicVersion(state)
  const published =
    state.status === 'published' ? newest : publicState ? recordOf(publicState) : undefined
  const fields = allFields
    .filter((field) => field.type === type)
    .flatMap(({ keys, path, label }) => {
      const refers = (record: StoredRecord | undefined) =>
        record !== undefined && valuesAt(record, keys).flatMap(scalarsOf).includes(target)
      const versions = [
        ...(refers(newest) ? ['newest' as const] : []),
        ...(refers(published) ? ['published' as const] : []),
      ]
      return versions.length > 0 ? [{ field: path, label, versions }] : []
    })
  if (fields.length === 0) return undefined
  return {
    object_id: id,
    title: state.title,
    type,
    status: state.status,
    main_object_status: mainStatus(state),
    locale: state.locale,
    fields,
  }
}

const recordOf = ({ content, metadata }: ObjectVersion): StoredRecord => ({
  content,
  metadata: parseValues(metadata),
})
