import { addMacro } from '@typecase/contract/macros'
import { bucketSlugOf } from '@typecase/content/bucket-slug'
import { type ArgsOf, refTo, type CommandModule } from '@typecase/plugin-sdk/command'
import { Storage, Api } from '@typecase/plugin-sdk/services'
import { formatCount } from '@typecase/ui/count'

import { refreshMacros } from '../queries.ts'
import { keepRecording, KEY, readRecording, type Recording } from '../recording/recording.ts'
import { removeMacro } from './macros.ts'
import * as commands from './recording.ts'

export const record: CommandModule = {
  run: async (_args, { services }) => {
    keepRecording(services.get(Storage), { steps: [] })
    return { message: 'Recording. Run the commands, then “Stop recording…”.' }
  },
}

export const stop: CommandModule<ArgsOf<typeof commands.stopArgs>> = {
  /** Saves what was recorded under a name. The recording ends once that is done. */
  run: async ({ title }, { services, facts, signal }) => {
    const storage = services.get(Storage)
    const steps = (readRecording(storage)?.steps ?? []).map(({ call, body }) => ({ call, body }))
    const slug = bucketSlugOf(facts)
    const body = { slug, data: { title, steps } }
    const { macro } = await services.get(Api).call(addMacro, { body }, { signal })
    storage.remove(KEY)
    await refreshMacros(services)
    const count = formatCount(steps.length, 'step')
    return {
      message: `Saved “${macro.title}” with ${count}.`,
      undo: refTo(removeMacro, { bucket: slug, macro_id: macro.id }),
    }
  },
}

export const cancelRecording: CommandModule = {
  /** What the commands did stays; that is undone by itself. */
  run: async (_args, { services }) => {
    const storage = services.get(Storage)
    const recording = readRecording(storage)
    storage.remove(KEY)
    return {
      message: 'Recording cancelled. Your changes stay.',
      ...(recording?.steps.length && {
        undo: refTo(commands.resumeRecording, {
          recording: { ...recording, steps: [...recording.steps] },
        }),
      }),
    }
  },
}

export const resumeRecording: CommandModule<ArgsOf<typeof commands.resumeArgs>> = {
  run: async ({ recording }, { services }) => {
    // As it was when it was cancelled.
    keepRecording(services.get(Storage), recording as Recording)
    return { message: 'Recording resumed.' }
  },
}
