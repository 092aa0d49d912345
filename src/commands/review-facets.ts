import type { JsonObject } from '@typecase/plugin-sdk/json'
import type { Plan, PlanFacet } from '@typecase/plugin-sdk/plan'

export interface ReviewFacet {
  readonly title: string
  readonly values: readonly {
    readonly value: string
    readonly label: string
    readonly count: number
    readonly isShown: boolean
    readonly isOut: boolean
  }[]
}

type Value = PlanFacet['values'][number]

/** Which parts of a plan are shown, and which are left out. */
export function createFacetChoice() {
  /** All that was ever seen: what is left out is in no later plan, and may be wanted back. */
  const known = new Map<string, { facet: PlanFacet; values: Map<string, Value> }>()
  const out = new Map<string, readonly string[]>()
  let shown: { facet: string; value: string } | undefined

  const outOf = (title: string): readonly string[] => out.get(title) ?? []

  const isShown = (title: string, value: string): boolean =>
    shown?.facet === title && shown.value === value

  const argsOf = (asked: JsonObject): JsonObject =>
    [...known.values()].reduce(
      (args, { facet }) =>
        outOf(facet.title).length > 0 ? facet.leaveOut(args, outOf(facet.title)) : args,
      asked,
    )

  return {
    learn({ facets = [] }: Plan): void {
      for (const facet of facets) {
        const entry = known.get(facet.title) ?? { facet, values: new Map<string, Value>() }
        known.set(facet.title, entry)
        for (const value of facet.values) entry.values.set(value.value, value)
      }
    },

    /** Those that divide the plan: one value alone is no choice. */
    facets({ facets = [] }: Plan): ReviewFacet[] {
      return [...known].flatMap(([title, { values: all }]) => {
        const now = new Map(
          facets.find((facet) => facet.title === title)?.values.map((one) => [one.value, one]),
        )
        const values = [...all.values()].flatMap((before) => {
          const value = now.get(before.value)
          const isOut = outOf(title).includes(before.value)
          const isAlone = isShown(title, before.value)
          return value || isOut || isAlone
            ? [{ ...before, count: value?.count ?? before.count, isOut, isShown: isAlone }]
            : []
        })
        return values.length > 1 ? [{ title, values }] : []
      })
    },

    /** Shows one value only; the one that is shown: all again. */
    show(title: string, value: string): void {
      shown = isShown(title, value) ? undefined : { facet: title, value }
    },

    /** Leaves out all of a value, or takes it back in. What is left out is not shown alone. */
    toggle(title: string, value: string): void {
      const before = outOf(title)
      const isOut = before.includes(value)
      if (!isOut && isShown(title, value)) shown = undefined
      out.set(title, isOut ? before.filter((one) => one !== value) : [...before, value])
    },

    /** The arguments without what is left out. */
    argsOf,

    /** The arguments of what is shown; undefined: all of it. */
    shownArgs(asked: JsonObject): JsonObject | undefined {
      const entry = shown && known.get(shown.facet)
      if (!entry) return undefined
      const others = [...entry.values.keys()].filter((other) => other !== shown?.value)
      return entry.facet.leaveOut(argsOf(asked), others)
    },
  }
}
