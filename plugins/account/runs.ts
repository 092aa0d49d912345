import { uploadPicture as uploadCall } from '@typecase/contract/media-upload'
import { updateUser, resendVerificationEmail, logoutOthers } from '@typecase/contract/users'
import {
  type ArgsOf,
  type CommandModule,
  refTo,
  type RunContext,
} from '@typecase/plugin-sdk/command'
import { Api, Files, Session } from '@typecase/plugin-sdk/services'

import * as commands from './commands.ts'
import { openProfileAt } from './open-profile-at.ts'
import { accountRoute, twoStepRoute, deactivateRoute } from './routes.ts'

export const openAccount: CommandModule = {
  run: (_args, { go }) => go(accountRoute),
}

export const changeName: CommandModule<ArgsOf<typeof commands.changeNameArgs>> = {
  run: async (data, { services }) => {
    const session = services.get(Session)
    const before = session.getSnapshot().data
    const { user } = await services.get(Api).call(updateUser, { body: { data } })
    session.saveUser(user)
    const undo =
      before &&
      refTo(commands.changeName, { first_name: before.first_name, last_name: before.last_name })
    return {
      message: `Your name is ${user.first_name} ${user.last_name}`.trim(),
      ...(undo && { undo }),
    }
  },
}

export const removePicture: CommandModule = { run: (_args, context) => setPicture(null, context) }

async function setPicture(avatar: string | null, { services }: RunContext) {
  const session = services.get(Session)
  const before = session.getSnapshot().data?.avatar ?? ''
  const { user } = await services.get(Api).call(updateUser, { body: { data: { avatar } } })
  session.saveUser(user)
  return {
    message: user.avatar ? 'Picture changed' : 'Your initials are shown',
    undo: refTo(commands.uploadPicture, { avatar: before }),
  }
}

export const uploadPicture: CommandModule<ArgsOf<typeof commands.uploadPictureArgs>> = {
  async run({ file, avatar = '' }, context) {
    const { services } = context
    if (!file) return setPicture(avatar || null, context)
    const picture = services.get(Files).get(file)
    const { media } = await services.get(Api).upload(uploadCall, { body: {} }, [picture])
    return setPicture(media[0]?.name ?? null, context)
  },
}

export const changeEmail: CommandModule = {
  run: (_args, context) => openProfileAt(context, 'email'),
}

export const resendEmail: CommandModule = {
  run: async (_args, { services }) => {
    const email = services.get(Session).getSnapshot().data?.pending_email
    if (email === undefined)
      return { message: 'No new e-mail address is waiting for confirmation.' }
    await services.get(Api).call(resendVerificationEmail, { body: { email } })
    return { message: `Sent again to ${email}` }
  },
}

export const cancelEmail: CommandModule = {
  /** Sets the current address as the new one, which withdraws the pending change. */
  run: async (_args, { services }) => {
    const session = services.get(Session)
    const email = session.getSnapshot().data?.email
    if (email === undefined) return { message: 'No one is logged in.' }
    const { user } = await services.get(Api).call(updateUser, { body: { data: { email } } })
    session.saveUser(user)
    return { message: `Your e-mail address is still ${user.email}` }
  },
}

export const changePassword: CommandModule = {
  run: (_args, context) => openProfileAt(context, 'password'),
}

export const setUpTwoStep: CommandModule = {
  run: (_args, { go }) => go(twoStepRoute),
}

export const newRecoveryCodes: CommandModule = {
  run: (_args, { go }) => go(twoStepRoute, { search: { change: 'codes' } }),
}

export const turnOffTwoStep: CommandModule = {
  run: (_args, { go }) => go(twoStepRoute, { search: { change: 'off' } }),
}

export const logOutOthers: CommandModule = {
  run: async (_args, { services }) => {
    await services.get(Api).call(logoutOthers, {})
    return { message: 'Only this browser is logged in now' }
  },
}

export const deactivate: CommandModule = {
  run: (_args, { go }) => go(deactivateRoute),
}
