import { type } from 'arktype'

import { id } from './ids.ts'
import { limit, skip } from './page.ts'
import { bucketSlug } from './slugs.ts'

/** The states of a change or a job. */
export const historyStatuses = [
  'queued',
  'running',
  'done',
  'failed',
  'cancelled',
  'undone',
] as const
export type HistoryStatus = (typeof historyStatuses)[number]

const one = historyStatuses.join('|')

/** Filters of a bucket's history, combined with “and”. */
export const historyFilter = () =>
  type({
    slug: bucketSlug(),
    'limit?': limit(),
    'skip?': skip(),
    /** A kind such as `publish`; for jobs, the part after the dot. */
    'kind?': '0 < string <= 60',
    /** The person who made the change or started the job. */
    'created_by?': id(),
    /** The object that was changed, or that failed to change. */
    'object_id?': id(),
    /** ISO 8601: `since` is inclusive, `until` is exclusive. */
    'since?': 'string.date.iso',
    'until?': 'string.date.iso',
    /** One or more statuses, separated by commas. */
    'status?': type(new RegExp(`^(${one})(,(${one}))*$`)).describe(
      `one or more of ${historyStatuses.join(', ')}, with commas between`,
    ),
  })
export type HistoryFilter = ReturnType<typeof historyFilter>['infer']
