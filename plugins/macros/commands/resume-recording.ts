import type { ArgsOf, Run } from '@typecase/plugin-sdk/command'
import { Storage } from '@typecase/plugin-sdk/services'

import { keepRecording, type Recording } from '../recording/recording.ts'
import type { resumeArgs } from './recording-commands.ts'

export const run: Run<ArgsOf<typeof resumeArgs>> = async ({ recording }, { services }) => {
  // As it was when it was cancelled.
  keepRecording(services.get(Storage), recording as Recording)
  return { message: 'The recording goes on.' }
}
