import { deactivateUser } from '@typecase/contract/users'
import type { ArgsOf, Run } from '@typecase/plugin-sdk/command'
import { Api, Session } from '@typecase/plugin-sdk/services'

import type { deactivateArgs } from '../commands.ts'

export const run: Run<ArgsOf<typeof deactivateArgs>> = async (_args, { services }) => {
  await services.get(Api).call(deactivateUser, {})
  await services.get(Session).logout()
  return { message: 'Your account is deactivated.' }
}
