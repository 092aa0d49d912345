import { addMacro } from '@typecase/contract/macros'
import { bucketSlugOf } from '@typecase/plugin-sdk/bucket-slug'
import { type ArgsOf, type Run, refTo } from '@typecase/plugin-sdk/command'
import { Api, Storage } from '@typecase/plugin-sdk/services'

import { refreshMacros } from '../queries.ts'
import { KEY, readRecording } from '../recording/recording.ts'
import { removeMacro } from './macro-commands.ts'
import type { stopArgs } from './recording-commands.ts'

/** Saves what was recorded under a name. The recording ends once that is done. */
export const run: Run<ArgsOf<typeof stopArgs>> = async ({ title }, { services, facts, signal }) => {
  const storage = services.get(Storage)
  const steps = (readRecording(storage)?.steps ?? []).map(({ call, body }) => ({ call, body }))
  const slug = bucketSlugOf(facts)
  const body = { slug, data: { title, steps } }
  const { macro } = await services.get(Api).call(addMacro, { body }, { signal })
  storage.remove(KEY)
  await refreshMacros(services)
  const count = steps.length === 1 ? '1 step' : `${steps.length} steps`
  return {
    message: `Saved “${macro.title}” with ${count}.`,
    undo: refTo(removeMacro, { bucket: slug, macro_id: macro.id }),
  }
}
