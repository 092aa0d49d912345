import { purchaseTokenPack, updateAutoReload } from '@typecase/contract/billing'
import { formatMoney, tokenPacks } from '@typecase/contract/plans'
import { type ArgsOf, type CommandModule, refTo } from '@typecase/plugin-sdk/command'
import { Refusal } from '@typecase/plugin-sdk/refusal'
import { Api } from '@typecase/plugin-sdk/services'

import { chargeQuestion, goToBilling, refreshBilling } from '../queries.ts'
import { formatTokens } from '../words.ts'
import { addCard } from './cards.ts'
import * as commands from './tokens.ts'

function packOf(package_id: string) {
  const pack = tokenPacks.find((one) => one.package_id === package_id)
  if (!pack) throw new Refusal('There is no such pack.')
  return { ...pack, words: formatTokens(pack.tokens) }
}

export const buyTokens: CommandModule<ArgsOf<typeof commands.buyArgs>> = {
  confirmation: async ({ package_id }, { services }) => {
    const { words, amount } = packOf(package_id)
    return chargeQuestion(services, { title: `Buy ${words}?`, text: 'They do not expire.', amount })
  },
  run: async ({ package_id, max_amount }, { services }) => {
    const { words, amount } = packOf(package_id)
    // Without a card, the user has not agreed to an amount.
    if (max_amount !== amount) return { open: refTo(addCard), message: 'Add a card first' }
    try {
      const { purchase } = await services
        .get(Api)
        .call(purchaseTokenPack, { body: { package_id } }, { idempotencyKey: crypto.randomUUID() })
      return purchase.status === 'paid'
        ? { message: `Bought ${words} for ${formatMoney(amount)}` }
        : {
            message:
              'Your bank has not approved the payment yet. The tokens are added once it does.',
          }
    } finally {
      // A declined purchase is listed among the purchases, too.
      await refreshBilling(services)
    }
  },
}

export const setAutoReload: CommandModule = {
  run: (_args, { go, facts }) => goToBilling(go, facts, 'auto-reload'),
}

export const saveAutoReload: CommandModule<ArgsOf<typeof commands.reloadArgs>> = {
  run: async ({ rev, ...settings }, { services }) => {
    const body = { settings, ...(rev !== undefined && { rev }) }
    await services.get(Api).call(updateAutoReload, { body })
    await refreshBilling(services)
    return settings.enabled
      ? { message: 'Auto-reload is on' }
      : {
          message: 'Auto-reload is off',
          undo: refTo(commands.saveAutoReload, { enabled: true }),
        }
  },
}
