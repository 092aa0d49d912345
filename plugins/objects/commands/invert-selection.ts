import type { Run } from '@typecase/plugin-sdk/command'
import { Announcer, Selection } from '@typecase/plugin-sdk/services'

import { listOnScreen } from '../list/list-control.ts'
import { invert } from '../list/selection-model.ts'
import { objectsInWords } from './words.ts'

/** Selects all other objects of the list, whatever page they are on. */
export const run: Run = async (_args, { services, facts }) => {
  const selection = services.get(Selection)
  const now = selection.get()
  const own = now?.kind === 'object' ? now : undefined
  const next = invert(
    {
      rows: listOnScreen().rows(),
      query: facts['view.query'] ?? {},
      total: facts['view.total'] ?? 0,
    },
    own,
  )
  selection.set({ kind: 'object', ...next })
  const count = next.query ? (next.total ?? 0) : next.ids.length
  services.get(Announcer).say(`Selected ${objectsInWords(count)}.`)
}
