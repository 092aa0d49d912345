import type { Run } from '@typecase/plugin-sdk/command'
import { Announcer, Selection } from '@typecase/plugin-sdk/services'

import { listOnScreen } from '../list/list-control.ts'
import { invert } from '../list/selection-model.ts'
import { objectsInWords } from './words.ts'

export const run: Run = async (_args, { services }) => {
  const selection = services.get(Selection)
  const now = selection.get()
  const ids = invert(listOnScreen().rows(), now?.kind === 'object' ? now.ids : [])
  selection.set({ kind: 'object', ids })
  services.get(Announcer).say(`Selected ${objectsInWords(ids.length)}.`)
}
