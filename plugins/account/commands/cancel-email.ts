import { updateUser } from '@typecase/contract/users'
import type { Run } from '@typecase/plugin-sdk/command'
import { Api, Session } from '@typecase/plugin-sdk/services'

/** The present address, sent as the new one, withdraws the one that waits. */
export const run: Run = async (_args, { services }) => {
  const session = services.get(Session)
  const email = session.getSnapshot().data?.email
  if (email === undefined) return { message: 'Nobody is signed in.' }
  const { user } = await services.get(Api).call(updateUser, { body: { data: { email } } })
  session.saveUser(user)
  return { message: `Your address stays ${user.email}` }
}
