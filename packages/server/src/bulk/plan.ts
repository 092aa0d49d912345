import type { BulkResult, Facet } from '@typecase/contract/objects'

import type { Tell } from './plan-response.ts'
import type { RowIndex } from './row-index.ts'
import { createTally, type Verdict } from './tally.ts'

/** Milliseconds between two words about how far a plan is; the first comes as soon as there is something to see. */
const TELL_EVERY = 200

/** Computes the effect of a change on items, one after another. It writes nothing. */
export type Look<Item = string> = (
  some: readonly Item[],
) => Promise<(item: Item) => Verdict | Promise<Verdict>>

/** The rows that people see of a plan: those of one page, and where all others are. */
export interface PlanRows<Row = unknown> {
  /** Called after each chunk of items. */
  settles?(): Promise<void>
  /** Whether the plan may end here, with the counts so far. */
  hasEnough?(): boolean
  /** Whether it has something to show. */
  hasSome(): boolean
  /** Partial results for progress, in addition to the counts. */
  soFar(): object
  /** The rows of the page. */
  readonly sample: Row[]
  /** Breakdown of the rows. */
  facets(): Facet[]
  /** The index of all rows. */
  close(): RowIndex
}

export interface Watch {
  signal: AbortSignal
  /** Receives partial results from time to time. */
  tell?: Tell | undefined
}

/** The result of a plan without its rows and facets, which its watcher collects. */
export type Planned = Omit<BulkResult, 'sample' | 'facets'>

export interface Planning<Item> {
  /** All items, in chunks. */
  readonly chunks: AsyncIterable<readonly Item[]>
  /** The number of items, for progress reports. */
  readonly total?: number
  readonly look: Look<Item>
  /** Estimated milliseconds to change `count` items. */
  estimate(count: number): number
}

/**
 * Previews a change by the very steps of the change itself, without writing. It only keeps counts and the first ids,
 * for any number of items.
 */
export async function planMany<Item>(
  { chunks, total = 0, look, estimate }: Planning<Item>,
  rows: PlanRows,
  tell?: Tell,
): Promise<Planned> {
  const tally = createTally()
  let tellAt = performance.now() + TELL_EVERY
  let [at, hasReported] = [0, false]
  for await (const some of chunks) {
    const verdictOf = await look(some)
    for (const item of some) tally.add(await verdictOf(item))
    await rows.settles?.()
    at += some.length
    const isFirst = !hasReported && rows.hasSome()
    if (tell && at < total && (isFirst || performance.now() > tellAt)) {
      const progress = { looked_at: at, in_scope: total, is_partial: true }
      tell({ ...tally.soFar(), ...progress, ...rows.soFar() })
      hasReported = true
      tellAt = performance.now() + TELL_EVERY
    }
    if (rows.hasEnough?.()) break
  }
  const plan = tally.close()
  return {
    ...plan,
    // Everything a change replaces is recoverable: from revisions, change sets or the trash.
    is_reversible: true,
    estimated_ms: estimate(plan.modified),
    ...(at < total && { is_partial: true }),
  }
}
