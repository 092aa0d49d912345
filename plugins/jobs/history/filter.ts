import type { HistoryFilter as Asked } from '@typecase/contract/history-filter'

import type { Entry } from './entries.ts'
import { describeKind, kinds, stateOf } from './entry-words.ts'

/** The filter of the rows, as stored in the address. */
export interface HistoryFilter {
  readonly kind?: string
  /** `me`, or the id of a person. */
  readonly by?: string
  readonly state?: string
  /** `day` or `week`. */
  readonly since?: string
  /** Id of an object. */
  readonly object?: string
}

export const isFiltered = (filter: HistoryFilter): boolean =>
  Object.values(filter).some((value) => value !== undefined)

const isId = (text: string): boolean => /^[0-9a-f]{24}$/.test(text)

/**
 * Converts the filter to a query for the server. Parts that the server would refuse are left to `filterEntries`.
 * @param today the start of the current day
 */
export function queryOf(
  { kind, by, state, since, object }: HistoryFilter,
  me: string | undefined,
  today: Date,
): Omit<Asked, 'slug' | 'limit' | 'skip'> {
  const person = by === 'me' ? me : by
  const status = state === undefined ? undefined : STATES[state]?.join(',')
  const days = since === undefined ? undefined : DAYS[since]
  return {
    ...(kind !== undefined && kind !== '' && { kind }),
    ...(person !== undefined && isId(person) && { created_by: person }),
    ...(status !== undefined && { status }),
    ...(days !== undefined && { since: daysBefore(today, days).toISOString() }),
    ...(object !== undefined && isId(object) && { object_id: object }),
  }
}

function daysBefore(day: Date, days: number): Date {
  const before = new Date(day)
  before.setDate(before.getDate() - days)
  return before
}

/**
 * Filters the rows returned by the server, and jobs that the event stream has reported since. An unknown filter value
 * matches nothing rather than everything.
 */
export function filterEntries(
  entries: readonly Entry[],
  { kind, by, state, since, object }: HistoryFilter,
  me: string | undefined,
): Entry[] {
  const isUnknown =
    (since !== undefined && DAYS[since] === undefined) || (object !== undefined && !isId(object))
  if (isUnknown) return []
  return entries.filter((entry) => {
    if (kind !== undefined && entry.kind !== kind) return false
    if (by !== undefined && entry.by !== (by === 'me' ? me : by)) return false
    return state === undefined || STATES[state]?.includes(stateOf(entry)) === true
  })
}

const STATES: Readonly<Record<string, readonly string[]>> = {
  running: ['running', 'queued'],
  stopped: ['failed', 'cancelled'],
  undone: ['undone'],
}

const DAYS: Readonly<Record<string, number>> = { day: 0, week: 6 }

export const states = [
  { id: 'all', label: 'Any state' },
  { id: 'running', label: 'Running' },
  { id: 'stopped', label: 'Not finished' },
  { id: 'undone', label: 'Undone' },
]

export const times = [
  { id: 'all', label: 'Last 30 days' },
  { id: 'week', label: 'Last 7 days' },
  { id: 'day', label: 'Today' },
]

/** Returns all kinds of changes as options. The chosen kind is included even if no change is of that kind. */
export function kindOptions(chosen: string | undefined) {
  const all = new Set([...kinds, ...(chosen ? [chosen] : [])])
  const options = [...all].map((id) => ({ id, label: describeKind(id) }))
  return [
    { id: 'all', label: 'All changes' },
    ...options.toSorted((a, b) => a.label.localeCompare(b.label)),
  ]
}
