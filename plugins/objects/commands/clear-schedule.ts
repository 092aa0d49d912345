import type { ArgsOf, MakePlan, Outcome, Progress, RunContext } from '@typecase/plugin-sdk/command'

import { longTime } from '../list/status.ts'
import { planBulk } from './bulk-plan.ts'
import { changeSchedules } from './change-schedules.ts'
import type { scopeArgs } from './conditions.ts'
import { objectsInWords } from './words.ts'

type Args = ArgsOf<typeof scopeArgs>

export async function* run(
  { scope }: Args,
  context: RunContext,
): AsyncGenerator<Progress, Outcome> {
  return yield* changeSchedules(
    scope,
    { publish_at: null, unpublish_at: null },
    (count) => `${objectsInWords(count)} ${count === 1 ? 'has' : 'have'} no schedule any more.`,
    context,
  )
}

export const plan: MakePlan<Args> = ({ scope }, context) =>
  planBulk(
    'Clear the schedule of',
    scope,
    ({ publish_at: publishAt, unpublish_at: unpublishAt }) => {
      const at = publishAt ?? unpublishAt
      if (at === null) return { skipped: 'Has no schedule' }
      return { field: 'Schedule', before: longTime(at), after: '' }
    },
    context,
  )
