import type { ArgsOf, Outcome, Progress, RunContext } from '@typecase/plugin-sdk/command'

import { inBucketOf } from '../bucket-slug.ts'
import type { restoreSchedulesArgs } from './schedule-commands.ts'
import { updateEach } from './update-each.ts'
import { objectsInWords } from './words.ts'

export async function* run(
  { bucket, schedules }: ArgsOf<typeof restoreSchedulesArgs>,
  context: RunContext,
): AsyncGenerator<Progress, Outcome> {
  const patches = schedules.map(({ id, ...data }) => ({ id, data }))
  const { done, failures } = yield* updateEach(patches, inBucketOf(context, bucket))
  return {
    message: `Restored the schedule of ${objectsInWords(done.length)}.`,
    ...(failures.length > 0 && { failures }),
  }
}
