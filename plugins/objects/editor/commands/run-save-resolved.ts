import type { Run } from '@typecase/plugin-sdk/command'

import { requireOpenSession, saveResolved } from './save-open.ts'

export const run: Run = async () => {
  const saved = await saveResolved(requireOpenSession())
  return saved ? { message: 'Saved with what you chose.' } : {}
}
