import { bucketSlugOf } from '@typecase/content/bucket-slug'
import { type ArgsOf, refTo, type CommandModule } from '@typecase/plugin-sdk/command'
import { Storage } from '@typecase/plugin-sdk/services'
import { formatCount } from '@typecase/ui/count'

import { changes, createMacro } from '../runs.ts'
import * as commands from './commands.ts'
import { keepRecording, KEY, readRecording, type Recording } from './recording.ts'

export const record: CommandModule = {
  run: async (_args, { services }) => {
    keepRecording(services.get(Storage), { steps: [] })
    return { message: 'Recording. Run the commands, then “Stop recording…”.' }
  },
}

export const stop: CommandModule<ArgsOf<typeof commands.stopArgs>> = {
  /** Saves the recorded steps under a name, and then ends the recording. */
  run: async ({ title }, { services, facts, signal }) => {
    const storage = services.get(Storage)
    const steps = (readRecording(storage)?.steps ?? []).map(({ call, body }) => ({ call, body }))
    const slug = bucketSlugOf(facts)
    const macro = await createMacro(services, slug, { title, steps }, signal)
    storage.remove(KEY)
    const count = formatCount(steps.length, 'step')
    return {
      message: `Saved “${macro.title}” with ${count}.`,
      undo: changes.undoOfAdd(slug, macro.id),
    }
  },
}

export const cancelRecording: CommandModule = {
  /** Cancels the recording. The changes of the recorded commands stay; each has an undo. */
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
    // The recording as it was when it was cancelled.
    keepRecording(services.get(Storage), recording as Recording)
    return { message: 'Recording resumed.' }
  },
}
