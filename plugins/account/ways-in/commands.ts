import { type ProviderId, providerIds, providerTitles } from '@typecase/contract/sign-in-options'
import type { AskPicker, AskText } from '@typecase/plugin-sdk/ask'
import { defineCommand } from '@typecase/plugin-sdk/command'
import { has } from '@typecase/plugin-sdk/when'
import { type } from 'arktype'

const when = has('session.isLoggedIn')

// The declarations are data: what reads from the server comes when it is needed.
const rows = () => import('./rows.ts')
const runs = () => import('./runs.ts')

const picker = (title: string, search: AskPicker['search']): AskPicker => ({
  kind: 'picker',
  title,
  placeholder: `Which ${title.toLowerCase()}?`,
  search,
})

const title: AskText = { kind: 'text', title: 'Name' }
const askPasskey = picker('Passkey', async (query, context) =>
  (await rows()).passkeyRows(query, context),
)

export const endSessionArgs = () => type({ session_id: 'string' })
export const endSession = defineCommand({
  id: 'account.end-session',
  title: 'End a session…',
  keywords: ['device', 'browser', 'sign out', 'log out', 'security'],
  icon: 'monitor',
  when,
  effect: 'destructive',
  args: endSessionArgs,
  ask: {
    session_id: picker('Session', async (query, context) =>
      (await rows()).sessionRows(query, context),
    ),
  },
  load: async () => (await runs()).endSession,
})

export const addPasskey = defineCommand({
  id: 'account.add-passkey',
  title: 'Add passkey…',
  keywords: ['webauthn', 'fingerprint', 'face', 'security key', 'fido'],
  icon: 'key',
  when,
  effect: 'nav',
  load: async () => (await runs()).addPasskey,
})

export const renamePasskeyArgs = () => type({ passkey_id: 'string', title: '0 < string <= 100' })
export const renamePasskey = defineCommand({
  id: 'account.rename-passkey',
  title: 'Rename passkey…',
  keywords: ['webauthn', 'security key'],
  icon: 'pencil',
  when,
  effect: 'write',
  args: renamePasskeyArgs,
  ask: { passkey_id: askPasskey, title },
  load: async () => (await runs()).renamePasskey,
})

export const removePasskeyArgs = () => type({ passkey_id: 'string' })
export const removePasskey = defineCommand({
  id: 'account.remove-passkey',
  title: 'Remove passkey…',
  keywords: ['webauthn', 'security key', 'delete'],
  icon: 'trash-2',
  when,
  effect: 'destructive',
  args: removePasskeyArgs,
  ask: { passkey_id: askPasskey },
  load: async () => (await runs()).removePasskey,
})

export const addToken = defineCommand({
  id: 'account.add-token',
  title: 'Add access token…',
  keywords: ['personal', 'api', 'terminal', 'cli', 'bearer', 'key'],
  icon: 'key',
  when,
  effect: 'nav',
  load: async () => (await runs()).addToken,
})

export const deleteTokenArgs = () => type({ token_id: 'string' })
export const deleteToken = defineCommand({
  id: 'account.delete-token',
  title: 'Delete access token…',
  keywords: ['personal', 'api', 'revoke', 'remove', 'terminal'],
  icon: 'trash-2',
  when,
  effect: 'destructive',
  args: deleteTokenArgs,
  ask: {
    token_id: picker('Access token', async (query, context) =>
      (await rows()).tokenRows(query, context),
    ),
  },
  load: async () => (await runs()).deleteToken,
})

export const providerArgs = () => type({ provider: type.enumerated(...providerIds) })
const provider = {
  kind: 'choice' as const,
  title: 'Account',
  choices: providerIds.map((id: ProviderId) => ({ value: id, label: providerTitles[id] })),
}

export const linkProvider = defineCommand({
  id: 'account.link-provider',
  title: 'Link Google or GitHub…',
  keywords: ['connect', 'social', 'oauth', 'single sign-on'],
  icon: 'link',
  when,
  effect: 'nav',
  load: async () => (await runs()).linkProvider,
})

export const unlinkProvider = defineCommand({
  id: 'account.unlink-provider',
  title: 'Unlink Google or GitHub…',
  keywords: ['disconnect', 'social', 'oauth', 'remove'],
  icon: 'unlink',
  when,
  effect: 'destructive',
  args: providerArgs,
  ask: { provider },
  load: async () => (await runs()).unlinkProvider,
})
