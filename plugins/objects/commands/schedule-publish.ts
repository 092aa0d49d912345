import type { ArgsOf, MakePlan, Outcome, Progress, RunContext } from '@typecase/plugin-sdk/command'

import { longTime } from '../list/status.ts'
import { planBulk } from './bulk-plan.ts'
import { changeSchedules } from './change-schedules.ts'
import type { scheduleArgs } from './schedule-commands.ts'
import { objectsInWords } from './words.ts'

type Args = ArgsOf<typeof scheduleArgs>

export async function* run(
  { scope, at }: Args,
  context: RunContext,
): AsyncGenerator<Progress, Outcome> {
  return yield* changeSchedules(
    scope,
    // A scheduled copy is a draft with a time (specification §4).
    { status: 'draft', publish_at: at },
    (count) => `${objectsInWords(count)} will be published ${longTime(at)}.`,
    context,
  )
}

export const plan: MakePlan<Args> = ({ scope, at }, context) =>
  planBulk(
    'Schedule',
    scope,
    ({ publish_at: before }) => ({
      field: 'Publish at',
      before: before === null ? '' : longTime(before),
      after: longTime(at),
    }),
    context,
    { at },
  )
