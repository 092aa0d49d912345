import type { Run } from '@typecase/plugin-sdk/command'

import { NotNow, requireOpenSession } from './save-open.ts'

export const run: Run = async () => {
  const id = requireOpenSession().objectID()
  if (!id) throw new NotNow('The object gets its ID when it is saved.')
  await navigator.clipboard.writeText(id)
  return { message: `Copied ${id}.` }
}
