import type { ArgsOf, Run } from '@typecase/plugin-sdk/command'

import { removed } from './delete.ts'
import type { placedArgs } from './macro-commands.ts'

export const run: Run<ArgsOf<typeof placedArgs>> = ({ bucket, macro_id }, context) =>
  removed(bucket, macro_id, context)
