import { type } from 'arktype'

import { id } from './ids.ts'
import { limit, skip } from './page.ts'
import { bucketSlug } from './slugs.ts'

/** The state of a change or a job. */
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

/** Which rows of a bucket's history are read; all that are given must hold. */
export const historyFilter = () =>
  type({
    slug: bucketSlug(),
    'limit?': limit(),
    'skip?': skip(),
    /** As `publish`: of jobs the part after the dot. */
    'kind?': '0 < string <= 60',
    /** The person. */
    'created_by?': id(),
    /** What happened to this object, or could not be done to it. */
    'object_id?': id(),
    /** ISO-8601; from then on, and before then. */
    'since?': 'string.date.iso',
    'until?': 'string.date.iso',
    /** Some of them, with commas between. */
    'status?': type(new RegExp(`^(${one})(,(${one}))*$`)).describe(
      `one or more of ${historyStatuses.join(', ')}, with commas between`,
    ),
  })
export type HistoryFilter = ReturnType<typeof historyFilter>['infer']
