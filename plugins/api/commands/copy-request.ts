import type { ArgsOf, Run } from '@typecase/plugin-sdk/command'

import { curlOf } from '../request-text.ts'
import type { copyArgs } from './api-commands.ts'
import { copyCall } from './copy-call.ts'

export const run: Run<ArgsOf<typeof copyArgs>> = ({ command }, context) =>
  copyCall(command, (call) => curlOf(call, location.origin), context)
