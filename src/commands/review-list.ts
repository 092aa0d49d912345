import type { Plan, PlanChange, PlanFacet } from '@typecase/plugin-sdk/plan'
import type { JsonObject } from '@typecase/plugin-sdk/json'

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

  const at = (index: number): PlanChange | undefined => plan?.changes[index] ?? read.get(index)

  const allRows = (): number =>
    plan ? Math.max(plan.changeCount ?? plan.total, plan.changes.length) : 0

  /** Whether others can be read: those of a plan that is only begun are still to come. */
  const canRead = (): boolean => isWhole && plan?.more !== undefined

  async function load(from: number): Promise<void> {
    const [of, loadedChanges] = [plan, read]
    reading.add(from)
    try {
      const changes = (await of?.more?.(from)) ?? []
      for (const [index, change] of changes.entries()) loadedChanges.set(from + index, change)
      if (loadedChanges === read && changes.length > 0) onRead()
    } catch (error) {
      if (loadedChanges === read) onFailure(error)
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
      // Of a beginning no one knows how much is to come.
      allRows: isWhole ? allRows() : (plan?.changes.length ?? 0),
    }),
    see(from: number, to: number): void {
      if (!canRead()) return
      for (let index = from; index <= Math.min(to, allRows() - 1); index++) {
        if (at(index)) continue
        const begin = index - (index % PAGE)
        // The first page may be longer or shorter than ours.
        const first = at(begin) ? index : begin
        if (reading.has(begin)) continue
        reading.add(begin)
        void load(first)
      }
    },
  }
}

export interface ReviewFacet {
  readonly title: string
  readonly values: readonly {
    readonly value: string
    readonly label: string
    readonly count: number
    readonly isSelected: boolean
    readonly isOut: boolean
  }[]
}

type Value = PlanFacet['values'][number]

/** Which parts of a plan are shown, and which are left out. */
export function createFacetChoice() {
  /** All that was ever seen: what is left out is in no later plan, and may be wanted back. */
  const byFacet = new Map<string, { facet: PlanFacet; values: Map<string, Value> }>()
  const out = new Map<string, readonly string[]>()
  let selection: { facet: string; value: string } | undefined

  const outOf = (title: string): readonly string[] => out.get(title) ?? []

  const isSelected = (title: string, value: string): boolean =>
    selection?.facet === title && selection.value === value

  const argsOf = (requested: JsonObject): JsonObject =>
    [...byFacet.values()].reduce(
      (args, { facet }) =>
        outOf(facet.title).length > 0 ? facet.leaveOut(args, outOf(facet.title)) : args,
      requested,
    )

  return {
    learn({ facets = [] }: Plan): void {
      for (const facet of facets) {
        const entry = byFacet.get(facet.title) ?? { facet, values: new Map<string, Value>() }
        byFacet.set(facet.title, entry)
        for (const value of facet.values) entry.values.set(value.value, value)
      }
    },

    /** The facets that divide the plan: one value alone is no choice. */
    facets({ facets = [] }: Plan): ReviewFacet[] {
      return [...byFacet].flatMap(([title, { values: all }]) => {
        const now = new Map(
          facets.find((facet) => facet.title === title)?.values.map((one) => [one.value, one]),
        )
        const values = [...all.values()].flatMap((before) => {
          const value = now.get(before.value)
          const isOut = outOf(title).includes(before.value)
          const isAlone = isSelected(title, before.value)
          return value || isOut || isAlone
            ? [{ ...before, count: value?.count ?? before.count, isOut, isSelected: isAlone }]
            : []
        })
        return values.length > 1 ? [{ title, values }] : []
      })
    },

    /** Shows one value only; the one that is shown: all again. */
    show(title: string, value: string): void {
      selection = isSelected(title, value) ? undefined : { facet: title, value }
    },

    /** Leaves out all of a value, or takes it back in. What is left out is not shown alone. */
    toggle(title: string, value: string): void {
      const before = outOf(title)
      const isOut = before.includes(value)
      if (!isOut && isSelected(title, value)) selection = undefined
      out.set(title, isOut ? before.filter((one) => one !== value) : [...before, value])
    },

    /** The arguments without what is left out. */
    argsOf,

    /** The arguments of what is shown; undefined: all of it. */
    selectedArgs(requested: JsonObject): JsonObject | undefined {
      const entry = selection && byFacet.get(selection.facet)
      if (!entry) return undefined
      const others = [...entry.values.keys()].filter((other) => other !== selection?.value)
      return entry.facet.leaveOut(argsOf(requested), others)
    },
  }
}
