import { type } from 'arktype'

import { id } from './ids.ts'

/** Prefix of a field's path in the published version, where a draft lies over it. */
export const PUBLISHED = 'published.'

/** The path of a field without the prefix of its version. */
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

/** Both values for display: titles where the values are ids of objects. */
export const displayValues = (change: Omit<FieldChange, 'object_id' | 'title' | 'field'>) => ({
  before: change.before_label ?? change.before,
  after: change.after_label ?? change.after,
})
