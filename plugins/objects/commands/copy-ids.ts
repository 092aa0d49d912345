import type { ArgsOf, Run } from '@typecase/plugin-sdk/command'
import { copyText } from '@typecase/plugin-sdk/copy-text'

import type { scopeArgs } from './conditions.ts'
import { scopeIds } from './scope-rows.ts'

export const run: Run<ArgsOf<typeof scopeArgs>> = async ({ scope }, context) => {
  const ids = await scopeIds(scope, context)
  await copyText(ids.join('\n'))
  const [only] = ids
  return { message: ids.length === 1 ? `Copied ${only}.` : `Copied ${ids.length} ids.` }
}
