import { ROWS_SHOWN } from '@typecase/contract/bulk-scope'
import type { Facet } from '@typecase/contract/objects'
import type { JsonObject } from '@typecase/plugin-sdk/json'
import type { Plan, PlanFacet } from '@typecase/plugin-sdk/plan'
import { countOf, leaveOut, type Scope, scopeIn, scopeToJson } from '@typecase/plugin-sdk/scope'

/** Fields that all step-by-step dry runs have in common. */
interface Growing {
  readonly is_partial?: boolean
  readonly looked_at?: number
  readonly in_scope?: number
}

/**
 * Makes a plan from responses that arrive in steps: it appears with the first response and grows with the others.
 * @param planOf makes a plan of the response so far
 */
export async function streamedPlan<Answer extends Growing>(
  answers: AsyncGenerator<Answer, void>,
  planOf: (answer: Answer) => Plan,
): Promise<Plan> {
  const first = await answers.next()
  if (first.done) throw new Error('The server sent no plan. Try again.')
  let latest = first.value
  return latest.is_partial ? { ...partialPlan(), updates } : planOf(latest)

  function partialPlan(): Plan {
    const { looked_at: done = 0, in_scope: total = 0 } = latest
    return { ...planOf(latest), ...(total > 0 && { progress: { done, total } }) }
  }

  async function* updates(): AsyncGenerator<Plan> {
    for await (const answer of answers) {
      // Fields that a response omits have not changed.
      latest = { ...latest, is_partial: false, ...answer }
      yield latest.is_partial ? partialPlan() : planOf(latest)
    }
  }
}

/**
 * Returns the parameters for a further page of a dry run. The server refuses a page for another version of the bucket.
 */
export const pageFrom = (skip: number, version: number | undefined) => ({
  sample_skip: skip,
  sample_limit: ROWS_SHOWN,
  ...(version !== undefined && { sample_version: version }),
})

/** Returns the scope as the plan counted it, so the run can report if it finds more or fewer objects. */
export function plannedScope(scope: Scope, matched = countOf(scope)): { scope: JsonObject } {
  return { scope: scopeToJson('ids' in scope ? scope : { ...scope, total: matched }) }
}

const facetTitles = { field: 'Field', locale: 'Locale', type: 'Type' } as const

/** Returns the facets of a dry run, each with a function that leaves values out of the arguments. */
export const facetsOf = (facets: readonly Facet[] = []): PlanFacet[] =>
  facets.map(({ by, values }) => ({ title: facetTitles[by], values, leaveOut: without[by] }))

type Without = PlanFacet['leaveOut']

/** Leaves values out of the scope among the arguments. */
const inScope =
  (key: 'locales' | 'types'): Without =>
  (args, values) => {
    const scope = scopeIn(args)
    return scope ? { ...args, scope: scopeToJson(leaveOut(scope, { [key]: values })) } : args
  }

const without: Record<Facet['by'], Without> = {
  field: (args, values) => ({
    ...args,
    except_fields: [...new Set([...((args['except_fields'] as string[]) ?? []), ...values])],
  }),
  locale: inScope('locales'),
  type: inScope('types'),
}
