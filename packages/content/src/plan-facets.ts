import type { Facet } from '@typecase/contract/objects'
import type { PlanFacet } from '@typecase/plugin-sdk/plan'
import { leaveOut, scopeIn, scopeToJson } from '@typecase/plugin-sdk/scope'

const titles = { field: 'Field', locale: 'Locale', type: 'Type' } as const

/** The facets of a dry run, with the arguments that leave some of them out. */
export const facetsOf = (facets: readonly Facet[] = []): PlanFacet[] =>
  facets.map(({ by, values }) => ({ title: titles[by], values, leaveOut: without[by] }))

type Without = PlanFacet['leaveOut']

/** The same arguments with less in their scope. */
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
