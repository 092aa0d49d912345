import { unpublishObjects } from '@typecase/contract/objects'
import type { ArgsOf, MakePlan, Outcome, Progress, RunContext } from '@typecase/plugin-sdk/command'
import { Api } from '@typecase/plugin-sdk/services'

import { bucketSlugOf } from '../bucket-slug.ts'
import { planBulk } from './bulk-plan.ts'
import type { publishArgs } from './bulk-commands.ts'
import { runBulk } from './run-bulk.ts'

type Args = ArgsOf<typeof publishArgs>

export async function* run(
  { scope, all_versions = false }: Args,
  context: RunContext,
): AsyncGenerator<Progress, Outcome> {
  const { services, facts, signal } = context
  const slug = bucketSlugOf(facts)
  return yield* runBulk(
    scope,
    {
      done: 'Unpublished',
      already: 'drafts already',
      send: (ids) =>
        services
          .get(Api)
          .call(
            unpublishObjects,
            { body: { slug, object_ids: [...ids], ...(all_versions && { all_versions }) } },
            { signal },
          ),
    },
    context,
  )
}

export const plan: MakePlan<Args> = ({ scope, all_versions = false }, context) =>
  planBulk(
    'Unpublish',
    scope,
    ({ status, main_object_status: main }) => {
      if (main === 'draft' && !all_versions) return { skipped: 'Not public' }
      const before = status === 'published' ? 'Published' : 'Draft over published'
      return { field: 'Status', before, after: 'Draft' }
    },
    context,
    all_versions ? { all_versions } : {},
  )
