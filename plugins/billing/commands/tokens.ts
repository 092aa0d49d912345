import { formatMoney, packageId, tokenPacks } from '@typecase/contract/plans'
import { type AnyCommand, defineCommand } from '@typecase/plugin-sdk/command'
import { has } from '@typecase/plugin-sdk/when'
import { type } from 'arktype'

import { formatTokens } from '../words.ts'

const group = 'Billing'
const when = has('session.isLoggedIn')

// The declarations are data, so the code that reads from the server is loaded on demand.
const runs = () => import('./tokens-runs.ts')

export const buyArgs = () =>
  type({
    package_id: packageId(),
    /** The price that the user agreed to. */
    'max_amount?': 'number',
  })

export const buyTokens = defineCommand({
  id: 'billing.buy-tokens',
  title: 'Buy tokens…',
  keywords: ['ai', 'credits', 'pack', 'wallet', 'purchase'],
  aliases: ['Buy AI tokens'],
  group,
  icon: 'coins',
  when,
  effect: 'write',
  args: buyArgs,
  ask: {
    package_id: {
      kind: 'choice',
      title: 'Pack',
      placeholder: 'How many tokens?',
      choices: tokenPacks.map(({ package_id, tokens, amount }) => ({
        value: package_id,
        label: `${formatTokens(tokens)} for ${formatMoney(amount)}`,
      })),
    },
  },
  load: async () => (await runs()).buyTokens,
})

export const setAutoReload = defineCommand({
  id: 'billing.set-auto-reload',
  title: 'Set auto-reload…',
  keywords: ['ai tokens', 'automatic', 'threshold', 'limit', 'wallet'],
  group,
  icon: 'refresh-cw',
  when,
  effect: 'nav',
  load: async () => (await runs()).setAutoReload,
})

export const reloadArgs = () =>
  type({
    enabled: 'boolean',
    'threshold?': 'number',
    'package_id?': packageId(),
    'monthly_limit?': 'number',
    /** Revision of the settings that were edited, so that newer ones are not overwritten. */
    'rev?': 'number',
  })

/** Called by the dialog, which passes the arguments, and by the switch. */
export const saveAutoReload = defineCommand({
  id: 'billing.save-auto-reload',
  title: 'Save auto-reload',
  group,
  icon: 'refresh-cw',
  when,
  effect: 'write',
  isInternal: true,
  args: reloadArgs,
  load: async () => (await runs()).saveAutoReload,
})

export const tokenCommands: readonly AnyCommand[] = [buyTokens, setAutoReload, saveAutoReload]
