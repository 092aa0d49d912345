import * as tokens from '@typecase/contract/access-tokens'
import * as passkeys from '@typecase/contract/passkeys'
import * as sessions from '@typecase/contract/sessions'
import { providerTitles } from '@typecase/contract/sign-in-options'
import * as providers from '@typecase/contract/sign-in-providers'
import type { Endpoint } from '@typecase/contract/endpoint'
import type { ArgsOf, CommandModule, RunContext } from '@typecase/plugin-sdk/command'
import { Api, Dialogs, Queries, Session } from '@typecase/plugin-sdk/services'

import { openProfileAt } from '../open-profile-at.ts'
import type * as commands from './commands.ts'
import { passkeysQuery, sessionsQuery, tokensQuery } from './queries.ts'

const refresh = ({ services }: RunContext, endpoint: Endpoint) =>
  services.get(Queries).invalidateQueries({ queryKey: [endpoint.id] })

export const endSession: CommandModule<ArgsOf<typeof commands.endSessionArgs>> = {
  run: async ({ session_id }, context) => {
    const { services } = context
    const list = await services.get(Queries).fetchQuery(sessionsQuery(services))
    const session = list.sessions.find(({ id }) => id === session_id)
    // The way to end this one also clears the browser.
    if (session?.is_current) {
      await services.get(Session).logout()
      return {}
    }
    await services.get(Api).call(sessions.endSession, { body: { session_id } })
    await refresh(context, sessions.listSessions)
    return { message: `${session?.device ?? 'The session'} is signed out` }
  },
}

export const addPasskey: CommandModule = {
  run: (_args, context) => openProfileAt(context, 'passkey'),
}
export const addToken: CommandModule = { run: (_args, context) => openProfileAt(context, 'token') }
export const linkProvider: CommandModule = {
  run: (_args, context) => openProfileAt(context, 'linked'),
}

export const renamePasskey: CommandModule<ArgsOf<typeof commands.renamePasskeyArgs>> = {
  run: async ({ passkey_id, title }, context) => {
    const { passkey } = await context.services
      .get(Api)
      .call(passkeys.updatePasskey, { body: { passkey_id, data: { title } } })
    await refresh(context, passkeys.listPasskeys)
    return { message: `The passkey is called “${passkey.title}”` }
  },
}

export const removePasskey: CommandModule<ArgsOf<typeof commands.removePasskeyArgs>> = {
  run: async ({ passkey_id }, context) => {
    const { services } = context
    const list = await services.get(Queries).fetchQuery(passkeysQuery(services))
    const title = list.passkeys.find(({ id }) => id === passkey_id)?.title ?? 'this passkey'
    const isSure = await services.get(Dialogs).confirm({
      title: `Remove “${title}”?`,
      text: 'You can no longer sign in with it. Delete it on your device as well.',
      action: 'Remove',
      isDestructive: true,
    })
    if (!isSure) return {}
    await services.get(Api).call(passkeys.deletePasskey, { query: { passkey_id } })
    await refresh(context, passkeys.listPasskeys)
    return { message: `“${title}” is removed` }
  },
}

export const deleteToken: CommandModule<ArgsOf<typeof commands.deleteTokenArgs>> = {
  run: async ({ token_id }, context) => {
    const { services } = context
    const list = await services.get(Queries).fetchQuery(tokensQuery(services))
    const title = list.tokens.find(({ id }) => id === token_id)?.title ?? 'this token'
    const isSure = await services.get(Dialogs).confirm({
      title: `Delete “${title}”?`,
      text: 'Programs that use it are refused from now on.',
      action: 'Delete',
      isDestructive: true,
    })
    if (!isSure) return {}
    await services.get(Api).call(tokens.deleteToken, { query: { token_id } })
    await refresh(context, tokens.listTokens)
    return { message: `“${title}” is deleted` }
  },
}

export const unlinkProvider: CommandModule<ArgsOf<typeof commands.providerArgs>> = {
  run: async ({ provider }, context) => {
    const { services } = context
    const title = providerTitles[provider]
    const isSure = await services.get(Dialogs).confirm({
      title: `Unlink ${title}?`,
      text: `Your account at ${title} no longer signs you in here.`,
      action: 'Unlink',
      isDestructive: true,
    })
    if (!isSure) return {}
    await services.get(Api).call(providers.unlinkProvider, { body: { provider } })
    await refresh(context, providers.listLinked)
    return { message: `${title} is unlinked` }
  },
}
