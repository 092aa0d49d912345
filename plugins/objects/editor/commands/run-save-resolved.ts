import type { Run } from '@typecase/plugin-sdk/command'

import { openClashes } from '../draft/draft.ts'
import { NotNow, requireOpenSession, savedObject } from './save-open.ts'

export const run: Run = async () => {
  const session = requireOpenSession()
  const open = openClashes(session.get().draft).length
  if (open > 0) {
    const fields = open === 1 ? 'one field' : `${open} fields`
    throw new NotNow(`Choose what to keep in ${fields} first.`)
  }
  const saved = savedObject(session, await session.settle())
  return saved ? { message: 'Saved with what you chose.' } : {}
}
