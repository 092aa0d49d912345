import { type } from 'arktype'

import { endpoint } from './endpoint.ts'
import { bucketSlug, collation } from './slugs.ts'

/** Maximum number of groups in an answer. The objects of further groups are only counted. */
export const MAX_GROUPS = 1000

export const objectGroups = endpoint({
  id: 'objects.groups',
  method: 'GET',
  path: '/objects/groups',
  auth: 'user',
  summary:
    'Returns the groups of a list by the values of a field, in the order of that field, each with its size and the query that finds it. `by=month` groups times and days by month, times in `time_zone` (default UTC). Returns at most 1,000 groups; `total` and `count` include all.',
  query: () =>
    type({
      slug: bucketSlug(),
      'query?': 'string <= 20000',
      /** A sort key: `type`, `-created_at`, `metadata.genre.value`. */
      group: '0 < string <= 300',
      'by?': "'value' | 'month'",
      /** Same as in `/objects/list`. */
      'collation?': collation(),
      /** A name of the IANA database: `Europe/Berlin`. */
      'time_zone?': '0 < string <= 100',
    }),
  response: () =>
    type({
      groups: type({
        /** The value that the group's objects share, or a month such as `2026-11`; null for objects without a value. */
        value: 'string | number | boolean | null',
        /** If the value is the id of an object, that object's title. */
        title: 'string | null',
        count: 'number',
        /** Finds the objects of the group within the list. */
        query: 'Record<string, unknown>',
      }).array(),
      /** Number of all groups. */
      total: 'number',
      /** Number of objects in all groups. */
      count: 'number',
    }),
})
export type ObjectGroup = ReturnType<(typeof objectGroups)['response']>['infer']['groups'][number]
