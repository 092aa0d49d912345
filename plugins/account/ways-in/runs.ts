import * as tokens from '@typecase/contract/access-tokens'
import * as passkeys from '@typecase/contract/passkeys'
import * as sessions from '@typecase/contract/sessions'
import { providerTitles } from '@typecase/contract/sign-in-options'
import * as providers from '@typecase/contract/sign-in-providers'
import type { Endpoint } from '@typecase/contract/endpoint'
import type { ArgsOf, CommandModule, RunContext } from '@typecase/plugin-sdk/command'
import { Api, Queries, Session } from '@typecase/plugin-sdk/services'
import type { Services } from '@typecase/plugin-sdk/token'

import { openProfileAt } from '../open-profile-at.ts'
import type * as commands from './commands.ts'
import { passkeysQuery, sessionsQuery, tokensQuery } from './queries.ts'

const refresh = ({ services }: RunContext, endpoint: Endpoint) =>
  services.get(Queries).invalidateQueries({ queryKey: [endpoint.id] })

async function sessionOf(session_id: string, services: Services) {
  const { sessions: all } = await services.get(Queries).fetchQuery(sessionsQuery(services))
  return all.find(({ id }) => id === session_id)
}

export const endSession: CommandModule<ArgsOf<typeof commands.endSessionArgs>> = {
  confirmation: async ({ session_id }, { services }) => {
    const session = await sessionOf(session_id, services)
    // Ending the current session loses nothing, so no question is asked.
    if (session?.is_current) return undefined
    return {
      title: `End the session on ${session?.device ?? 'this device'}?`,
      text: 'Anyone using it must log in again. Unsaved work there is lost.',
      action: 'End session',
    }
  },
  run: async ({ session_id }, context) => {
    const { services } = context
    const session = await sessionOf(session_id, services)
    // Logging out ends the session and also clears the browser's data.
    if (session?.is_current) {
      await services.get(Session).logout()
      return {}
    }
    await services.get(Api).call(sessions.endSession, { body: { session_id } })
    await refresh(context, sessions.listSessions)
    return { message: `Logged out ${session?.device ?? 'the session'}.` }
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
    return { message: `Renamed the passkey to “${passkey.title}”` }
  },
}

async function passkeyTitle(passkey_id: string, services: Services): Promise<string> {
  const list = await services.get(Queries).fetchQuery(passkeysQuery(services))
  return list.passkeys.find(({ id }) => id === passkey_id)?.title ?? 'this passkey'
}

export const removePasskey: CommandModule<ArgsOf<typeof commands.removePasskeyArgs>> = {
  confirmation: async ({ passkey_id }, { services }) => ({
    title: `Remove “${await passkeyTitle(passkey_id, services)}”?`,
    text: 'You can no longer log in with it. Delete it on your device as well.',
    action: 'Remove',
  }),
  run: async ({ passkey_id }, context) => {
    const { services } = context
    const title = await passkeyTitle(passkey_id, services)
    await services.get(Api).call(passkeys.deletePasskey, { query: { passkey_id } })
    await refresh(context, passkeys.listPasskeys)
    return { message: `Removed “${title}”` }
  },
}

async function tokenTitle(token_id: string, services: Services): Promise<string> {
  const list = await services.get(Queries).fetchQuery(tokensQuery(services))
  return list.tokens.find(({ id }) => id === token_id)?.title ?? 'this token'
}

export const deleteToken: CommandModule<ArgsOf<typeof commands.deleteTokenArgs>> = {
  confirmation: async ({ token_id }, { services }) => ({
    title: `Delete “${await tokenTitle(token_id, services)}”?`,
    text: 'Programs that use it are refused from now on.',
    action: 'Delete',
  }),
  run: async ({ token_id }, context) => {
    const { services } = context
    const title = await tokenTitle(token_id, services)
    await services.get(Api).call(tokens.deleteToken, { query: { token_id } })
    await refresh(context, tokens.listTokens)
    return { message: `Deleted “${title}”` }
  },
}

export const unlinkProvider: CommandModule<ArgsOf<typeof commands.providerArgs>> = {
  confirmation: async ({ provider }) => ({
    title: `Unlink ${providerTitles[provider]}?`,
    text: `Your account at ${providerTitles[provider]} no longer logs you in here.`,
    action: 'Unlink',
  }),
  run: async ({ provider }, context) => {
    const { services } = context
    const title = providerTitles[provider]
    await services.get(Api).call(providers.unlinkProvider, { body: { provider } })
    await refresh(context, providers.listLinked)
    return { message: `Unlinked ${title}.` }
  },
}
