import { type } from 'arktype'

import { id } from './ids.ts'

/** Before the path of a field of the published version that a draft lies over. */
export const PUBLISHED = 'published.'

/** The path of a field in its version, whichever that is. */
export const fieldInVersion = (field: string): string =>
  field.startsWith(PUBLISHED) ? field.slice(PUBLISHED.length) : field

/**
 * One field of an object before and after a change. `field` is a column such as `title` or `status`, a path such as
 * `metadata.price`, `deleted`, `order`, or `object` for a new one; in the published version below a draft,
 * `published.title`, `published.metadata.price`. Long texts are cut around the difference. Relations are ids; the
 * labels are the same values with the titles of the objects.
 */
export const fieldChange = () =>
  type({
    object_id: id(),
    title: 'string',
    field: 'string',
    before: 'unknown',
    after: 'unknown',
    'before_label?': 'unknown',
    'after_label?': 'unknown',
  })
export type FieldChange = ReturnType<typeof fieldChange>['infer']

/** What people read of a change: titles where its values are ids of objects. */
export const shownValues = (change: Omit<FieldChange, 'object_id' | 'title' | 'field'>) => ({
  before: change.before_label ?? change.before,
  after: change.after_label ?? change.after,
})
