import type { FieldChange } from '@typecase/contract/field-changes'

import type { App } from '../../../../app.ts'
import { collectFieldRows, slicePart } from '../../../../bulk/collect-rows.ts'
import type { Facets } from '../../../../bulk/facets.ts'
import type { RowIndex } from '../../../../bulk/row-index.ts'
import { type Page, readPage, type Rows } from '../../../../bulk/row-page.ts'
import type { Reader } from '../../../../database/database.ts'
import type { BucketAccess } from '../../../buckets/bucket-access.ts'
import { labelRelations } from '../../queries/references/relation-labels.ts'
import type { StoredObject } from '../../model/state.ts'
import { readObjectsOfTypes } from '../../store/store.ts'
import type { TypeModel } from '../../model/type-model.ts'
import { changedFields, countChangedFields } from '../../model/state-diff.ts'
import { contextIn } from './change-objects.ts'
import type { BulkChange, NextState, StepContext } from './change.ts'
import { kindOf } from './kinds.ts'
import type { ObjectRows } from './plan.ts'

/** Collects the field changes of a plan: those of one page, and the positions of all others. */
export function watchChanges(
  db: Reader,
  access: BucketAccess,
  page: Page,
): ObjectRows<FieldChange> {
  const rows = collectFieldRows(page)
  let labelled = 0

  return {
    ...rows,
    changes(object, next, model, slugs) {
      countObject(rows.count, object, model)
      // A copy is listed by its title, so no row shows the slug that it would get.
      const pageSlugs = 'copy' in next ? [] : slugs
      rows.add(
        object.id,
        countRows(object, next),
        (part) => slicePart(rowsOf(object, next), part),
        pageSlugs,
      )
    },
    async settles() {
      await labelRelations(db, access, rows.sample.slice(labelled))
      labelled = rows.sample.length
    },
  }
}

/**
 * Reads a page of changes through an index: runs the steps of its objects again, each with the slugs that it got in the
 * plan.
 */
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
    const result = await step(object, model, stamp, stepContext)
    if (!result || 'reason' in result) return []
    return [...slicePart(rowsOf(object, result), page)]
  })
  await labelRelations(db, access, rows)
  return rows
}

const contextGiving = (context: StepContext, slugs: string[]): StepContext => ({
  ...context,
  freeSlug: (_scope, preferredSlug) => Promise.resolve(slugs.shift() ?? preferredSlug),
})

const countRows = ({ state }: StoredObject, next: NextState): number =>
  'copy' in next ? 1 : countChangedFields(state, next)

function rowsOf({ id, state }: StoredObject, next: NextState): FieldChange[] {
  const of = { object_id: id, title: state.title }
  return 'copy' in next
    ? [{ ...of, field: 'object', before: null, after: next.copy.title }]
    : changedFields(state, next).map((change) => ({ ...of, ...change }))
}

/** Counts an object, or its matches, by locale and type. */
export function countObject(
  count: Facets['count'],
  { type, state }: StoredObject,
  model: TypeModel | undefined,
  more = 1,
): void {
  const locale = state.locale ?? ''
  count('locale', locale, locale || 'No locale', more)
  count('type', type, model?.title ?? type, more)
}

/**
 * Reads a page of the rows of objects.
 * @param rowsOf creates the rows of one object; `index` is the object's position in the row index
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
