import { updateUser } from '@typecase/contract/users'
import { type ArgsOf, type Run, refTo } from '@typecase/plugin-sdk/command'
import { Api, Session } from '@typecase/plugin-sdk/services'

import { changeName, type changeNameArgs } from '../commands.ts'

export const run: Run<ArgsOf<typeof changeNameArgs>> = async (data, { services }) => {
  const session = services.get(Session)
  const before = session.getSnapshot().data
  const { user } = await services.get(Api).call(updateUser, { body: { data } })
  session.saveUser(user)
  const undo =
    before && refTo(changeName, { first_name: before.first_name, last_name: before.last_name })
  return {
    message: `Your name is ${user.first_name} ${user.last_name}`.trim(),
    ...(undo && { undo }),
  }
}
