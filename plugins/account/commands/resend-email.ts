import { resendVerificationEmail } from '@typecase/contract/users'
import type { Run } from '@typecase/plugin-sdk/command'
import { Api, Session } from '@typecase/plugin-sdk/services'

export const run: Run = async (_args, { services }) => {
  const email = services.get(Session).getSnapshot().data?.pending_email
  if (email === undefined) return { message: 'No new address waits to be confirmed.' }
  await services.get(Api).call(resendVerificationEmail, { body: { email } })
  return { message: `Sent again to ${email}` }
}
