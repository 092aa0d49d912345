import { compare, or } from '@typecase/content-query/ast'
import type { Path } from '@typecase/content-query/fields'
import { scalarsOf, valuesAt } from '@typecase/content-query/stored-values'
import type { OutputOf } from '@typecase/contract/endpoint'
import type { ObjectReference, objectReferences } from '@typecase/contract/object-references'

import type { OrderedSort } from '../../../columns/row-orders.ts'
import type { RowSet } from '../../../columns/row-set.ts'
import type { BucketAccess } from '../../buckets/bucket-access.ts'
import type { Finding } from '../find-objects.ts'
import { parseValues } from '../metadata.ts'
import { mainStatus, type ObjectVersion, publicVersion, type StoredObject } from '../state.ts'
import { readObjects } from '../store.ts'
import {
  type BothVersions,
  bothVersions,
  pointing,
  type RelationSource,
  relationSources,
} from './relation-sources.ts'

type Page = { limit: number; skip: number }
type Found = Omit<OutputOf<typeof objectReferences>, keyof Page>

const NEWEST_FIRST: OrderedSort = { kind: 'keys', keys: [{ path: ['id'], descending: true }] }

/** The objects that point at an object with a relation of either of their versions, the newest ones first. */
export async function findReferences(
  finding: Finding,
  access: BucketAccess,
  target: string,
  { limit, skip }: Page,
  signal?: AbortSignal,
): Promise<Found> {
  const { read } = finding.db
  const all = await relationSources(read, access)
  if (all.length === 0) return { references: [], by_field: [], total: 0 }
  const queryOf = (source: RelationSource) => pointing(source, compare(source.keys, 'eq', target))
  const query = or(all.map(queryOf))
  const both = await bothVersions(finding, access, all, query, { sort: NEWEST_FIRST, signal })

  const rows = both.newest.live.emptied()
  const by_field = all.flatMap((source) => {
    const ofSource = pointingRows(both, source, target)
    const total = ofSource.count
    rows.union(ofSource)
    return total > 0 ? [{ type: source.type, field: source.path, label: source.label, total }] : []
  })
  const page = both.newest.page(rows, NEWEST_FIRST, skip, limit)
  const ids = page.map((row) => both.newest.idOf(row))
  const total = rows.count

  const stored = await readObjects(read, access, ids)
  const references = ids.flatMap((id) => referenceOf(stored.get(id), all, target) ?? [])
  return { references, by_field, total }
}

/** Rows of the newest versions whose objects point at another one, in either version. */
function pointingRows(
  { newest, published }: BothVersions,
  source: RelationSource,
  target: string,
): RowSet {
  const query = pointing(source, compare(source.keys, 'eq', target))
  const rows = newest.select(query).copy()
  const shown = published.select(query)
  // The two differ for drafts over something public: there are few of these, or few that are public.
  const drafts = newest.select(pointing(source, compare(['status'], 'eq', 'draft')))
  if (drafts.count < shown.count) {
    for (const row of drafts.toRows()) {
      if (shown.has(published.rowLike(newest, row))) rows.add(row)
    }
  } else {
    for (const row of shown.toRows()) {
      const own = newest.rowLike(published, row)
      if (own >= 0) rows.add(own)
    }
  }
  return rows
}

/** Undefined for an object that was changed since it was found. */
function referenceOf(
  object: StoredObject | undefined,
  sources: readonly RelationSource[],
  target: string,
): ObjectReference | undefined {
  if (!object) return undefined
  const { id, type, state } = object
  const newest = valuesOf(state)
  const published = publicVersion(state)
  const shown = state.status === 'published' ? newest : published && valuesOf(published)
  const fields = sources
    .filter((source) => source.type === type)
    .flatMap(({ keys, path, label }) => {
      const holds = (metadata: unknown) => pointsAt(metadata, keys, target)
      const versions = [
        ...(holds(newest) ? ['newest' as const] : []),
        ...(holds(shown) ? ['published' as const] : []),
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

const valuesOf = ({ metadata }: ObjectVersion) => parseValues(metadata)

const pointsAt = (metadata: unknown, keys: Path, target: string): boolean =>
  valuesAt({ metadata }, keys).flatMap(scalarsOf).includes(target)
