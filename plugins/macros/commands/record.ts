import type { Run } from '@typecase/plugin-sdk/command'
import { Storage } from '@typecase/plugin-sdk/services'

import { keepRecording } from '../recording/recording.ts'

export const run: Run = async (_args, { services }) => {
  keepRecording(services.get(Storage), { steps: [] })
  return { message: 'Recording. Run the commands, then “Stop recording…”.' }
}
