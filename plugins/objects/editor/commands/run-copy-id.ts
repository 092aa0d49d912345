import type { Run } from '@typecase/plugin-sdk/command'
import { copyText } from '@typecase/plugin-sdk/copy-text'

import { NotNow, requireOpenSession } from './save-open.ts'

export const run: Run = async () => {
  const id = requireOpenSession().objectID()
  if (!id) throw new NotNow('The object gets its ID when it is saved.')
  await copyText(id)
  return { message: `Copied ${id}.` }
}
