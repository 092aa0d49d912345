import type { FieldChange } from '@typecase/contract/field-changes'

import type { App } from '../../../../app.ts'
import { createFacets, type Facets } from '../../../../bulk/facets.ts'
import { collectRowIndex, type RowIndex } from '../../../../bulk/row-index.ts'
import { type Page, readPage, type Rows } from '../../../../bulk/row-page.ts'
import type { Reader } from '../../../../database/database.ts'
import type { BucketAccess } from '../../../buckets/bucket-access.ts'
import { labelRelations } from '../../queries/references/relation-labels.ts'
import type { StoredObject } from '../../model/state.ts'
import { readObjectsOfTypes } from '../../store/store.ts'
import type { TypeModel } from '../../model/type-model.ts'
import { changedFields, countChangedFields } from '../../model/state-diff.ts'
import { contextIn } from './change-objects.ts'
import type { BulkChange, Changed, StepContext } from './change.ts'
import { kindOf } from './kinds.ts'
import type { ObjectRows } from './plan.ts'

/** Watches a plan and records the changes of fields: those of one page, and the positions of all others. */
export function watchChanges(
  db: Reader,
  access: BucketAccess,
  { skip, limit }: Page,
): ObjectRows<FieldChange> {
  const index = collectRowIndex()
  const facets = createFacets()
  const sample: FieldChange[] = []
  let [seen, reported, labelled] = [0, 0, 0]

  return {
    sample,
    changes(object, made, model, slugs) {
      countObject(facets, object, model)
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
      const isNew = sample.length > reported
      reported = sample.length
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
  const context = contextIn(app, db, access)
  const rows = await readObjectRows(db, access, index, page, async (object, model, page, at) => {
    const stepContext = contextGiving(context, index.slugsAt(at))
    const made = await step(object, model, stamp, stepContext)
    if (!made || 'reason' in made) return []
    return rowsOf(object, made).slice(page.skip, page.skip + page.limit)
  })
  await labelRelations(db, access, rows)
  return rows
}

const contextGiving = (context: StepContext, slugs: string[]): StepContext => ({
  ...context,
  freeSlug: (_scope, preferredSlug) => Promise.resolve(slugs.shift() ?? preferredSlug),
})

const countRows = ({ state }: StoredObject, made: Changed): number =>
  'copy' in made ? 1 : countChangedFields(state, made)

function rowsOf({ id, state }: StoredObject, made: Changed): FieldChange[] {
  const of = { object_id: id, title: state.title }
  return 'copy' in made
    ? [{ ...of, field: 'object', before: null, after: made.copy.title }]
    : changedFields(state, made).map((change) => ({ ...of, ...change }))
}

/** Counts an object, or its matches, for its locale and type. */
export function countObject(
  facets: Facets,
  { type, state }: StoredObject,
  model: TypeModel | undefined,
  more = 1,
): void {
  const locale = state.locale ?? ''
  facets.count('locale', locale, locale || 'No locale', more)
  facets.count('type', type, model?.title ?? type, more)
}

/**
 * A page of the rows of objects.
 * @param rowsOf makes the rows of one; `place` is its own in the index
 */
export const readObjectRows = <Row>(
  db: Reader,
  access: BucketAccess,
  index: RowIndex,
  page: Page,
  rowsOf: (
    object: StoredObject,
    model: TypeModel | undefined,
    page: Page,
    index: number,
  ) => Rows<Row>,
): Promise<Row[]> =>
  readPage(index, page, async (ids) => {
    const { objects, models } = await readObjectsOfTypes(db, access, ids)
    return (id, page, index) => {
      const object = objects.get(id)
      return object ? rowsOf(object, models.get(object.type), page, index) : []
    }
  })
