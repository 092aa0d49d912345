import { type } from 'arktype'

import { id } from './ids.ts'

/** Prefix of the path of a field in the published version of an object that also has a draft. */
export const PUBLISHED_PREFIX = 'published.'

/** Returns the path of a field without the prefix of its version. */
export const fieldInVersion = (field: string): string =>
  field.startsWith(PUBLISHED_PREFIX) ? field.slice(PUBLISHED_PREFIX.length) : field

/**
 * One field of an object before and after a change. `field` is a column such as `title` or `status`, a path such as
 * `metadata.price`, `deleted`, `order`, or `object` for a new object. If a draft covers the published version, the
 * fields of the latter are `published.title`, `published.metadata.price`. Long texts are cut around the difference.
 * Relations are ids; the labels are the same values with the titles of the objects.
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

/** Returns both values for display, with titles in place of object ids. */
export const displayValues = (change: Omit<FieldChange, 'object_id' | 'title' | 'field'>) => ({
  before: change.before_label ?? change.before,
  after: change.after_label ?? change.after,
})
