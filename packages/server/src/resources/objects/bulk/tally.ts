import type { BulkResult } from '@typecase/contract/objects'

/** What a plan tells at most of what it leaves out. */
const IDS = 100
const REASONS = 100

type Skipped = NonNullable<BulkResult['skipped']>[number]

/** Reasons name values and titles: there may be as many as objects. */
const OTHER = 'For other reasons.'

/** Counts what a plan finds, within fixed memory. */
export function createTally() {
  const skipped = new Map<string, Skipped>()
  let [matched, modified, unchanged] = [0, 0, 0]
  const counts = () => ({ matched, modified, unchanged })
  const reasons = () => [...skipped.values()].toSorted((a, b) => b.count - a.count)

  return {
    /** @param isThere whether there is such an object */
    skip(id: string, reason: string, isThere = false): void {
      if (isThere) matched += 1
      const key = skipped.has(reason) || skipped.size < REASONS ? reason : OTHER
      const known = skipped.get(key) ?? { reason: key, count: 0, ids: [] }
      known.count += 1
      if (known.ids.length < IDS) known.ids.push(id)
      skipped.set(key, known)
    },

    leave(): void {
      matched += 1
      unchanged += 1
    },

    change(): void {
      matched += 1
      modified += 1
    },

    /** What was found so far; the ids are told at the end. */
    soFar: () => ({ ...counts(), skipped: reasons().map((reason) => ({ ...reason, ids: [] })) }),
    close: () => ({ ...counts(), skipped: reasons() }),
  }
}
