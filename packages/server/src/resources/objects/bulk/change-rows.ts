import type { FieldChange } from '@typecase/contract/field-changes'

import type { App } from '../../../app.ts'
import type { Reader } from '../../../database/database.ts'
import type { BucketAccess } from '../../buckets/bucket-access.ts'
import { labelRelations } from '../references/relation-labels.ts'
import type { StoredObject } from '../state.ts'
import { changedFields, countChangedFields } from '../state-diff.ts'
import { placeIn } from './change-objects.ts'
import type { BulkChange, Changed, StepPlace } from './change.ts'
import { createFacets } from './facets.ts'
import { kindOf } from './kinds.ts'
import type { RowWatch } from './plan.ts'
import { collectRowIndex, type RowIndex } from './row-index.ts'
import { type Page, readObjectRows } from './row-page.ts'

/** Watches a plan and notes the changes of fields: those of one page, and of all others where they are. */
export function watchChanges(
  db: Reader,
  access: BucketAccess,
  { skip, limit }: Page,
): RowWatch<FieldChange> {
  const index = collectRowIndex()
  const facets = createFacets()
  const sample: FieldChange[] = []
  let [seen, told, labelled] = [0, 0, 0]

  return {
    sample,
    changes(object, made, model, slugs) {
      facets.object(object, model)
      const count = countRows(object, made)
      if (seen + count > skip && sample.length < limit) {
        const from = Math.max(0, skip - seen)
        sample.push(...rowsOf(object, made).slice(from, from + limit - sample.length))
      }
      seen += count
      // A copy is named by its title: what slug it would get is nothing that a row tells.
      index.add(object.id, count, 'copy' in made ? [] : slugs)
    },
    async settles() {
      await labelRelations(db, access, sample.slice(labelled))
      labelled = sample.length
    },
    hasSome: () => sample.length > 0,
    soFar() {
      const isNew = sample.length > told
      told = sample.length
      return { changes: seen, facets: facets.close(), ...(isNew && { sample: [...sample] }) }
    },
    facets: facets.close,
    close: index.close,
  }
}

/** A page of changes by an index: the steps of its objects once more, each given the slugs that it got in the plan. */
export async function readChangePage(
  app: Pick<App, 'db' | 'clock' | 'columns'>,
  access: BucketAccess,
  change: BulkChange,
  index: RowIndex,
  page: Page,
): Promise<FieldChange[]> {
  const db = app.db.read
  const step = kindOf(change).step(change.params)
  const stamp = { now: app.clock.iso(), userId: access.userId }
  const place = placeIn(app, db, access)
  const rows = await readObjectRows(db, access, index, page, async (object, model, own, at) => {
    const given = placeGiving(place, index.slugsAt(at))
    const made = await step(object, model, stamp, given)
    if (!made || 'reason' in made) return []
    return rowsOf(object, made).slice(own.skip, own.skip + own.limit)
  })
  await labelRelations(db, access, rows)
  return rows
}

const placeGiving = (place: StepPlace, slugs: string[]): StepPlace => ({
  ...place,
  freeSlug: (_scope, wanted) => Promise.resolve(slugs.shift() ?? wanted),
})

const countRows = ({ state }: StoredObject, made: Changed): number =>
  'copy' in made ? 1 : countChangedFields(state, made)

function rowsOf({ id, state }: StoredObject, made: Changed): FieldChange[] {
  const of = { object_id: id, title: state.title }
  return 'copy' in made
    ? [{ ...of, field: 'object', before: null, after: made.copy.title }]
    : changedFields(state, made).map((change) => ({ ...of, ...change }))
}
