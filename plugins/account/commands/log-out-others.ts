import { logoutOthers } from '@typecase/contract/users'
import type { Run } from '@typecase/plugin-sdk/command'
import { Api } from '@typecase/plugin-sdk/services'

export const run: Run = async (_args, { services }) => {
  await services.get(Api).call(logoutOthers, {})
  return { message: 'Only this browser is signed in now' }
}
