import type { Plan, PlanChange, PlanFacet } from '@typecase/plugin-sdk/plan'
import type { JsonObject } from '@typecase/plugin-sdk/json'

/** Number of rows read in one request. */
const PAGE = 200
/** Limit of rows in the list, because browsers limit the height of a page to about 17 million pixels. */
const MAX_ROWS = 200_000

/** Creates the rows of a plan: those that it came with, and those that are read as they come into view. */
export function createReviewRows(onRead: () => void, onFailure: (error: unknown) => void) {
  let plan: Plan | undefined
  let isWhole = false
  let read = new Map<number, PlanChange>()
  let reading = new Set<number>()

  const at = (index: number): PlanChange | undefined => plan?.changes[index] ?? read.get(index)

  const allRows = (): number =>
    plan ? Math.max(plan.changeCount ?? plan.total, plan.changes.length) : 0

  /** Whether more rows can be read. A plan that is still growing brings them itself. */
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
    /** Sets the plan. Rows that were read for another plan are discarded. */
    of(next: Plan, isComplete: boolean): void {
      if (next !== plan) [read, reading] = [new Map(), new Set()]
      plan = next
      isWhole = isComplete
    },
    at,
    counts: () => ({
      rows: canRead() ? Math.min(allRows(), MAX_ROWS) : (plan?.changes.length ?? 0),
      // For an incomplete plan, the final number of rows is unknown.
      allRows: isWhole ? allRows() : (plan?.changes.length ?? 0),
    }),
    see(from: number, to: number): void {
      if (!canRead()) return
      for (let index = from; index <= Math.min(to, allRows() - 1); index++) {
        if (at(index)) continue
        const begin = index - (index % PAGE)
        // The changes that the plan came with may end in the middle of a page.
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

/** Creates the choice of which parts of a plan are shown, and which are left out. */
export function createFacetChoice() {
  /** All values ever seen: a value that is left out is missing from later plans, but the user may want it back. */
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

    /** Returns the facets that divide the plan. A single value is no choice. */
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

    /** Shows only one value, or all again if it is the one shown. */
    show(title: string, value: string): void {
      selection = isSelected(title, value) ? undefined : { facet: title, value }
    },

    /** Leaves a value out, or takes it back in. A value that is left out is not shown alone. */
    toggle(title: string, value: string): void {
      const before = outOf(title)
      const isOut = before.includes(value)
      if (!isOut && isSelected(title, value)) selection = undefined
      out.set(title, isOut ? before.filter((one) => one !== value) : [...before, value])
    },

    /** Returns the arguments without the values that are left out. */
    argsOf,

    /** Returns the arguments for the value that is shown alone; undefined if all are shown. */
    selectedArgs(requested: JsonObject): JsonObject | undefined {
      const entry = selection && byFacet.get(selection.facet)
      if (!entry) return undefined
      const others = [...entry.values.keys()].filter((other) => other !== selection?.value)
      return entry.facet.leaveOut(argsOf(requested), others)
    },
  }
}
