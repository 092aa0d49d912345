import { publishObjects } from '@typecase/contract/objects'
import type { ArgsOf, MakePlan, Outcome, Progress, RunContext } from '@typecase/plugin-sdk/command'
import { Api } from '@typecase/plugin-sdk/services'

import { bucketSlugOf } from '../bucket-slug.ts'
import { isOpenInEditor, publishOpen } from '../editor/commands/publish-open.ts'
import { planBulk } from './bulk-plan.ts'
import type { publishArgs } from './bulk-commands.ts'
import { runBulk } from './run-bulk.ts'

type Args = ArgsOf<typeof publishArgs>

export async function* run(
  { scope, all_versions = false }: Args,
  context: RunContext,
): AsyncGenerator<Progress, Outcome> {
  if (!all_versions && 'ids' in scope && isOpenInEditor(scope.ids)) {
    const object = await publishOpen(context)
    return object ? { message: `Published “${object.title}”.` } : {}
  }
  const { services, facts, signal } = context
  const slug = bucketSlugOf(facts)
  return yield* runBulk(
    scope,
    {
      done: 'Published',
      already: 'published already',
      send: (ids) =>
        services
          .get(Api)
          .call(
            publishObjects,
            { body: { slug, object_ids: [...ids], ...(all_versions && { all_versions }) } },
            { signal },
          ),
    },
    context,
  )
}

export const plan: MakePlan<Args> = ({ scope, all_versions = false }, context) =>
  planBulk(
    'Publish',
    scope,
    ({ status, main_object_status: main }) => {
      if (status === 'published' && !all_versions) return { skipped: 'Published already' }
      const before = main === 'published' ? 'Draft over published' : 'Draft'
      return { field: 'Status', before, after: 'Published' }
    },
    context,
    all_versions ? { all_versions } : {},
  )
