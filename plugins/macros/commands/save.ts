import type { Run } from '@typecase/plugin-sdk/command'

import { openForm } from '../open-form.ts'

/** The form says what came of it, beside the fields: no message of the command's own. */
export const run: Run = async () => {
  await openForm()?.save()
}
