import { type Run, refTo } from '@typecase/plugin-sdk/command'
import { Storage } from '@typecase/plugin-sdk/services'

import { KEY, readRecording } from '../recording/recording.ts'
import { resumeRecording } from './recording-commands.ts'

/** What the commands did stays; that is undone by itself. */
export const run: Run = async (_args, { services }) => {
  const storage = services.get(Storage)
  const recording = readRecording(storage)
  storage.remove(KEY)
  return {
    message: 'Recording cancelled. What was changed stays.',
    ...(recording?.steps.length && {
      undo: refTo(resumeRecording, { recording: { ...recording, steps: [...recording.steps] } }),
    }),
  }
}
