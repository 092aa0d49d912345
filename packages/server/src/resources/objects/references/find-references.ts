import { sql } from '@typecase/content-query/sql-text'
import type { OutputOf } from '@typecase/contract/endpoint'
import type { ObjectReference, objectReferences } from '@typecase/contract/object-references'

import type { Database } from '../../../database/database.ts'
import { selectRows } from '../../../database/run-sql.ts'
import type { BucketAccess } from '../../buckets/bucket-access.ts'
import type { FieldIndexes } from '../field-indexes.ts'
import { parseValues } from '../metadata.ts'
import { mainStatus, type ObjectVersion, publicVersion, type StoredObject } from '../state.ts'
import { readObjects } from '../store.ts'
import { relatedIds } from './relation-fields.ts'
import { hasDraftsOverPublished, hitsOfOne, readerOf } from './relation-hits.ts'
import { type RelationPlace, relationPlaces, wishForIndexes } from './relation-places.ts'

type Page = { limit: number; skip: number }
type Found = Omit<OutputOf<typeof objectReferences>, keyof Page>

/** The objects that point at an object with a relation of either of their versions, the newest ones first. */
export async function findReferences(
  db: Database,
  access: BucketAccess,
  indexes: FieldIndexes,
  target: Pick<StoredObject, 'id' | 'type'>,
  page: Page,
): Promise<Found> {
  const all = await relationPlaces(db.read, access, indexes)
  wishForIndexes(access, indexes, all, new Set([target.type]))
  if (all.length === 0) return { references: [], by_field: [], total: 0 }
  const reader = readerOf(db, all)
  const withPublished = await hasDraftsOverPublished(db.walk, access)
  const counts = await selectRows<{ place: number; total: number }>(
    reader,
    sql`SELECT place, count(*) AS total FROM (${hitsOfOne(access, all, target.id, withPublished)}) GROUP BY place`,
  )
  const totals = new Map(counts.map(({ place, total }) => [place, total]))
  const by_field = all.flatMap(({ model, field }, place) => {
    const total = totals.get(place)
    return total ? [{ type: model.slug, field: field.path, label: field.label, total }] : []
  })
  const [only, ...more] = by_field
  if (!only) return { references: [], by_field, total: 0 }

  // Where there is nothing to find, nobody looks again.
  const places = all.filter((_, place) => totals.has(place))
  const hits = hitsOfOne(access, places, target.id, withPublished)
  const ids = await selectRows<{ id: string }>(
    reader,
    sql`SELECT DISTINCT id FROM (${hits}) ORDER BY id DESC LIMIT ${page.limit} OFFSET ${page.skip}`,
  )
  const [count] =
    more.length === 0
      ? [only]
      : await selectRows<{ total: number }>(
          reader,
          sql`SELECT count(DISTINCT id) AS total FROM (${hits})`,
        )
  const stored = await readObjects(
    db.read,
    access,
    ids.map(({ id }) => id),
  )
  const references = ids.flatMap(({ id }) => referenceOf(stored.get(id), places, target.id) ?? [])
  return { references, by_field, total: count?.total ?? 0 }
}

/** Undefined for an object that was changed since it was found. */
function referenceOf(
  object: StoredObject | undefined,
  places: readonly RelationPlace[],
  target: string,
): ObjectReference | undefined {
  if (!object) return undefined
  const { id, type, state } = object
  const newest = valuesOf(state)
  const published = publicVersion(state)
  const shown = state.status === 'published' ? newest : published && valuesOf(published)
  const fields = places
    .filter(({ model }) => model.slug === type)
    .flatMap(({ field }) => {
      const holds = (values: unknown) => relatedIds(values, field).includes(target)
      const versions = [
        ...(holds(newest) ? ['newest' as const] : []),
        ...(holds(shown) ? ['published' as const] : []),
      ]
      return versions.length > 0 ? [{ field: field.path, label: field.label, versions }] : []
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
