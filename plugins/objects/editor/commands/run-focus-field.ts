import type { ArgsOf, Run } from '@typecase/plugin-sdk/command'

import type { focusFieldArgs } from './focus-field.ts'
import { requireOpenSession } from './save-open.ts'

export const run: Run<ArgsOf<typeof focusFieldArgs>> = async ({ path }) => {
  requireOpenSession().focus(path)
}
