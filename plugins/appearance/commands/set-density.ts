import type { ArgsOf, Run } from '@typecase/plugin-sdk/command'
import { Storage } from '@typecase/plugin-sdk/services'

import { readDensity, setDensity } from '../density.ts'
import type { densityArgs } from '../plugin.ts'

export const run: Run<ArgsOf<typeof densityArgs>> = async ({ density }, { services }) => {
  const storage = services.get(Storage)
  const before = readDensity(storage)
  setDensity(storage, density)
  return {
    message: density === 'compact' ? 'Rows are compact' : 'Rows are comfortable',
    undo: { command: 'appearance.set-density', args: { density: before } },
  }
}
