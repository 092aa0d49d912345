import {
  type ArgsOf,
  type MakePlan,
  type Outcome,
  type Progress,
  type RunContext,
  refTo,
} from '@typecase/plugin-sdk/command'
import { followJob } from '@typecase/plugin-sdk/follow-job'
import { refreshObjects } from '@typecase/plugin-sdk/refresh-objects'
import { Api } from '@typecase/plugin-sdk/services'
import { isRedo, undoInWords } from '@typecase/plugin-sdk/undo-in-words'
import { undoPlan } from '@typecase/plugin-sdk/undo-plan'

import { callOf } from '../calls/undo-change-set.ts'
import { redoChangeSet, type undoArgs, undoChangeSet as undoCommand } from './bulk-commands.ts'
import { objectsInWords } from './words.ts'

export const plan: MakePlan<ArgsOf<typeof undoArgs>> = undoPlan

/** Takes a change back. That is a change as well, which is how it is done again. */
export async function* run(
  args: ArgsOf<typeof undoArgs>,
  context: RunContext,
): AsyncGenerator<Progress, Outcome> {
  const { bucket } = args
  const { services, signal, source } = context
  const { endpoint, body } = callOf(args)
  const answer = await services.get(Api).call(endpoint, { body }, { signal })
  const job = answer.job ? yield* followJob(answer.job, bucket, context) : undefined
  await refreshObjects(services)
  const restored = job ? job.done : (answer.restored ?? 0)
  // A job tells only of the first hundred by itself.
  const skipped = job?.errors ?? answer.skipped ?? []
  const left = job?.failed ?? skipped.length
  const [first] = skipped
  const { title } = answer.job ?? answer
  const done = undoInWords(title, objectsInWords(restored), source)
  const undoneBy = job?.change_set_id ?? answer.change_set_id
  return {
    message: first
      ? `${done && `${done}; `}${objectsInWords(left)} stayed as they are. ${first.reason}`
      : done && `${done}.`,
    ...(undoneBy && {
      undo: refTo(isRedo(title) ? undoCommand : redoChangeSet, { bucket, change_set_id: undoneBy }),
    }),
    ...(skipped.length > 0 && {
      failures: skipped.map(({ object_id: id = '', title = '', reason }) => ({
        id,
        reason: `${title}: ${reason}`,
      })),
    }),
  }
}
