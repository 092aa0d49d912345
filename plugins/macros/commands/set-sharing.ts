import type { ArgsOf, Run } from '@typecase/plugin-sdk/command'

import type { sharingArgs } from './macro-commands.ts'
import { shared } from './share.ts'

export const run: Run<ArgsOf<typeof sharingArgs>> = ({ bucket, macro_id, is_shared }, context) =>
  shared(bucket, macro_id, is_shared, context)
