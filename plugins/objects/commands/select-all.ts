import type { Run } from '@typecase/plugin-sdk/command'
import { Announcer, Selection } from '@typecase/plugin-sdk/services'

import { listOnScreen } from '../list/list-control.ts'
import { coverage } from '../list/selection-model.ts'
import { run as selectAllMatching } from './select-all-matching.ts'
import { objectsInWords } from './words.ts'

/** The page first; once more, all that match. */
export const run: Run = async (args, context) => {
  const rows = listOnScreen().rows()
  const selection = context.services.get(Selection)
  const now = selection.get()
  const selected = now?.kind === 'object' ? now.ids : []
  const isMore = (context.facts['view.total'] ?? 0) > rows.length
  if (isMore && coverage(rows, selected) === 'all') {
    await selectAllMatching(args, context)
    return
  }
  selection.set({ kind: 'object', ids: [...new Set([...selected, ...rows])] })
  context.services.get(Announcer).say(`Selected ${objectsInWords(rows.length)} on this page.`)
}
