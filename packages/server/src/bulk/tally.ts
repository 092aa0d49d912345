import type { BulkResult } from '@typecase/contract/objects'

/** The effect on an item: changed (published or not), unchanged, or skipped with a reason. */
export type Verdict =
  | 'changes'
  | 'changes-published'
  | 'stays'
  | { readonly id: string; readonly reason: string; readonly isMissing?: true }

/** Maximum number of ids per reason, and of reasons, that a plan reports. */
const IDS = 100
const REASONS = 100

type SkippedItem = NonNullable<BulkResult['skipped']>[number]

/** Collects further reasons: since reasons contain values and titles, there may be as many as items. */
const OTHER = 'For other reasons'

/** Counts reasons in bounded memory; the most frequent come first. */
export function createReasons() {
  const reasons = new Map<string, SkippedItem>()
  return {
    add(id: string, reason: string): void {
      const key = reasons.has(reason) || reasons.size < REASONS ? reason : OTHER
      const entry = reasons.get(key) ?? { reason: key, count: 0, ids: [] }
      entry.count += 1
      // One item may have a reason twice.
      if (entry.ids.length < IDS && entry.ids.at(-1) !== id) entry.ids.push(id)
      reasons.set(key, entry)
    },
    sorted: (): SkippedItem[] => [...reasons.values()].toSorted((a, b) => b.count - a.count),
  }
}

/** Counts the results of a plan. */
export function createTally() {
  const skipped = createReasons()
  let [matched, modified, unchanged, live] = [0, 0, 0, 0]
  const counts = () => ({ matched, modified, unchanged, ...(live > 0 && { public: live }) })

  return {
    add(verdict: Verdict): void {
      if (typeof verdict === 'object') {
        if (!verdict.isMissing) matched += 1
        skipped.add(verdict.id, verdict.reason)
        return
      }
      matched += 1
      if (verdict === 'stays') unchanged += 1
      else modified += 1
      if (verdict === 'changes-published') live += 1
    },

    /** Returns the counts so far. Only the final result contains ids. */
    soFar: () => ({
      ...counts(),
      skipped: skipped.sorted().map((reason) => ({ ...reason, ids: [] })),
    }),
    close: () => ({ ...counts(), skipped: skipped.sorted() }),
  }
}
