import { type } from 'arktype'

import { id } from './ids.ts'

/**
 * One field of an object before and after a change. `field` is a column such as `title` or `status`, a path such as
 * `metadata.price`, `deleted`, `order`, or `object` for one that is made. Long texts are cut around the difference.
 */
export const fieldChange = () =>
  type({ object_id: id(), title: 'string', field: 'string', before: 'unknown', after: 'unknown' })
export type FieldChange = ReturnType<typeof fieldChange>['infer']
