import type { BulkResult, Facet } from '@typecase/contract/objects'

import type { Tell } from './plan-response.ts'
import type { RowIndex } from './row-index.ts'
import { createTally, type Verdict } from './tally.ts'

/** Milliseconds between two progress reports; the first one comes as soon as there are rows. */
const TELL_EVERY = 200

/** Computes the effect of a change on some items, one after another, without writing. */
export type Look<Item = string> = (
  some: readonly Item[],
) => Promise<(item: Item) => Verdict | Promise<Verdict>>

/** Collects the rows of a plan: those of one page, and an index of all. */
export interface PlanRows<Row = unknown> {
  /** Called after each chunk of items. */
  settles?(): Promise<void>
  /** Whether the plan may end here, with the counts so far. */
  hasEnough?(): boolean
  /** Whether there are rows for the page. */
  hasSome(): boolean
  /** Returns fields for a progress report, in addition to the counts. */
  soFar(): object
  /** The rows of the page. */
  readonly sample: Row[]
  /** Returns the counts of rows by field, locale and type. */
  facets(): Facet[]
  /** Returns the index of all rows. */
  close(): RowIndex
}

export interface Watch {
  signal: AbortSignal
  /** Receives partial results from time to time. */
  tell?: Tell | undefined
}

/** The result of a plan without its rows and facets, which `PlanRows` collects. */
export type PlanTotals = Omit<BulkResult, 'sample' | 'facets'>

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
 * Previews a change with the same steps as the change itself, but without writing. It stores only counts and the first
 * ids, so its memory does not depend on the number of items.
 */
export async function planMany<Item>(
  { chunks, total = 0, look, estimate }: Planning<Item>,
  rows: PlanRows,
  tell?: Tell,
): Promise<PlanTotals> {
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
    // Everything that a change replaces can be restored from revisions, change sets or the trash.
    is_reversible: true,
    estimated_ms: estimate(plan.modified),
    ...(at < total && { is_partial: true }),
  }
}
