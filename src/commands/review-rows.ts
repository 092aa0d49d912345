import type { Plan, PlanChange } from '@typecase/plugin-sdk/plan'

/** Rows that are asked for at once. */
const PAGE = 200
/** Browsers end a page at about 17 million pixels. */
const MOST = 200_000

/** The rows of a plan: those it came with, and those that were read as they came into sight. */
export function createReviewRows(onRead: () => void, onFailure: (error: unknown) => void) {
  let plan: Plan | undefined
  let isWhole = false
  let read = new Map<number, PlanChange>()
  let reading = new Set<number>()

  const at = (place: number): PlanChange | undefined => plan?.changes[place] ?? read.get(place)

  const allRows = (): number =>
    plan ? Math.max(plan.changeCount ?? plan.total, plan.changes.length) : 0

  /** Whether others can be read: those of a plan that is only begun are still to come. */
  const canRead = (): boolean => isWhole && plan?.more !== undefined

  async function load(from: number): Promise<void> {
    const [of, own] = [plan, read]
    reading.add(from)
    try {
      const changes = (await of?.more?.(from)) ?? []
      for (const [index, change] of changes.entries()) own.set(from + index, change)
      if (own === read && changes.length > 0) onRead()
    } catch (error) {
      if (own === read) onFailure(error)
    }
  }

  return {
    /** The plan that they are of; those that were read of another one are forgotten. */
    of(next: Plan, whole: boolean): void {
      if (next !== plan) [read, reading] = [new Map(), new Set()]
      plan = next
      isWhole = whole
    },
    at,
    counts: () => ({
      rows: canRead() ? Math.min(allRows(), MOST) : (plan?.changes.length ?? 0),
      // Of a beginning nobody knows how much is to come.
      allRows: isWhole ? allRows() : (plan?.changes.length ?? 0),
    }),
    see(from: number, to: number): void {
      if (!canRead()) return
      for (let place = from; place <= Math.min(to, allRows() - 1); place++) {
        if (at(place)) continue
        const begin = place - (place % PAGE)
        // The first page may be longer or shorter than ours.
        const first = at(begin) ? place : begin
        if (reading.has(begin)) continue
        reading.add(begin)
        void load(first)
      }
    },
  }
}
