import { updateUser } from '@typecase/contract/users'
import { type ArgsOf, type Run, refTo } from '@typecase/plugin-sdk/command'
import { Api, Session } from '@typecase/plugin-sdk/services'

import { changePicture, type changePictureArgs } from '../commands.ts'

export const run: Run<ArgsOf<typeof changePictureArgs>> = async ({ avatar }, { services }) => {
  const session = services.get(Session)
  const before = session.getSnapshot().data?.avatar ?? ''
  const data = { avatar: avatar.trim() || null }
  const { user } = await services.get(Api).call(updateUser, { body: { data } })
  session.saveUser(user)
  return {
    message: user.avatar ? 'Picture changed' : 'Your initials are shown',
    undo: refTo(changePicture, { avatar: before }),
  }
}
