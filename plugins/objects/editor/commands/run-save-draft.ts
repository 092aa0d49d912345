import type { Run } from '@typecase/plugin-sdk/command'

import { saveOpen } from './save-open.ts'

/** The status "Save state" says that it worked, and the editor what did not: no message beside them. */
export const run: Run = async () => {
  await saveOpen('draft')
}
