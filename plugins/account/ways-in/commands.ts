import { scopeLabels } from '@typecase/content/words/scopes'
import { type ProviderId, providerIds, providerTitles } from '@typecase/contract/sign-in-options'
import type { AskPicker, AskText, PickerRow } from '@typecase/plugin-sdk/ask'
import { defineCommand } from '@typecase/plugin-sdk/command'
import { Queries } from '@typecase/plugin-sdk/services'
import { filterRows } from '@typecase/plugin-sdk/text-match'
import type { Services } from '@typecase/plugin-sdk/token'
import { has } from '@typecase/plugin-sdk/when'
import { formatDate } from '@typecase/ui/format'
import type { FetchQueryOptions } from '@tanstack/react-query'
import { type } from 'arktype'

import { passkeysQuery, sessionsQuery, tokensQuery } from './queries.ts'

const when = has('session.isLoggedIn')

const runs = () => import('./runs.ts')

const picker = <Answer, Item extends { readonly id: string }>(
  title: string,
  icon: string,
  query: (services: Services) => FetchQueryOptions<Answer>,
  items: (answer: Answer) => readonly Item[],
  row: (item: Item) => Pick<PickerRow, 'label' | 'subtitle'>,
): AskPicker => ({
  kind: 'picker',
  title,
  placeholder: `Which ${title.toLowerCase()}?`,
  search: filterRows(async ({ services }) => {
    const answer = await services.get(Queries).fetchQuery(query(services))
    return items(answer).map((item) => ({ id: item.id, value: item.id, icon, ...row(item) }))
  }),
})

const askSession = picker(
  'Session',
  'monitor',
  sessionsQuery,
  ({ sessions }) => sessions,
  ({ device, place, is_current, last_seen_at }) => ({
    label: device,
    subtitle: [
      is_current ? 'this browser' : `seen ${formatDate(last_seen_at)}`,
      ...(place === null ? [] : [place]),
    ].join(', '),
  }),
)

const askPasskey = picker(
  'Passkey',
  'key',
  passkeysQuery,
  ({ passkeys }) => passkeys,
  (passkey) => ({ label: passkey.title, subtitle: `added ${formatDate(passkey.created_at)}` }),
)

const askToken = picker(
  'Access token',
  'key',
  tokensQuery,
  ({ tokens }) => tokens,
  (token) => ({
    label: token.title,
    subtitle: `${scopeLabels[token.scope]}, until ${formatDate(token.expires_at)}`,
  }),
)

const title: AskText = { kind: 'text', title: 'Name' }

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
    session_id: askSession,
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
    token_id: askToken,
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
