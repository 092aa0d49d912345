import type { Entry } from './entries.ts'
import { kindInWords, stateOf } from './entry-in-words.ts'

/** What the address says about which rows are shown. */
export interface HistoryFilter {
  readonly kind?: string
  readonly by?: string
  readonly state?: string
}

export const isFiltered = ({ kind, by, state }: HistoryFilter): boolean =>
  kind !== undefined || by !== undefined || state !== undefined

/** The rows that a filter leaves. What it does not know shows nothing rather than everything. */
export function filterEntries(
  entries: readonly Entry[],
  { kind, by, state }: HistoryFilter,
  me: string | undefined,
): Entry[] {
  return entries.filter((entry) => {
    if (kind !== undefined && entry.kind !== kind) return false
    if (by !== undefined && (entry.by === me ? 'me' : 'others') !== by) return false
    return state === undefined || STATES[state]?.includes(stateOf(entry)) === true
  })
}

const STATES: Readonly<Record<string, readonly string[]>> = {
  running: ['running', 'queued'],
  stopped: ['failed', 'cancelled'],
  undone: ['undone'],
}

export const people = [
  { id: 'all', label: 'Everyone' },
  { id: 'me', label: 'You' },
  { id: 'others', label: 'Others' },
]

export const states = [
  { id: 'all', label: 'Any state' },
  { id: 'running', label: 'Running' },
  { id: 'stopped', label: 'Not finished' },
  { id: 'undone', label: 'Undone' },
]

/** The kinds that there are, by name; the chosen one is among them even while no row has it. */
export function kindsIn(entries: readonly Entry[], chosen: string | undefined) {
  const kinds = new Set([...entries.map(({ kind }) => kind), ...(chosen ? [chosen] : [])])
  const options = [...kinds].map((id) => ({ id, label: kindInWords(id) }))
  return [
    { id: 'all', label: 'All changes' },
    ...options.toSorted((a, b) => a.label.localeCompare(b.label)),
  ]
}
