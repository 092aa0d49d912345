import type { Run } from '@typecase/plugin-sdk/command'
import { Announcer, Selection } from '@typecase/plugin-sdk/services'

export const run: Run = async (_args, { services }) => {
  services.get(Selection).clear('object')
  services.get(Announcer).say('Selection cleared.')
}
