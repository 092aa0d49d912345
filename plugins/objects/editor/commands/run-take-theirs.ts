import type { ArgsOf, Run } from '@typecase/plugin-sdk/command'

import { chooseIn } from './choose-in.ts'
import type { clashArgs } from './settle-conflict.ts'

export const run: Run<ArgsOf<typeof clashArgs>> = (args) => chooseIn(args, 'theirs')
