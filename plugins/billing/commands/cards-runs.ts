import {
  deletePaymentMethod,
  getBilling,
  setDefaultPaymentMethod,
  updateBilling,
} from '@typecase/contract/billing'
import { type ArgsOf, type CommandModule, refTo } from '@typecase/plugin-sdk/command'
import { Refusal } from '@typecase/plugin-sdk/refusal'
import { Api } from '@typecase/plugin-sdk/services'
import type { Services } from '@typecase/plugin-sdk/token'

import { goToBilling, readCards, refreshBilling } from '../queries.ts'
import { formatCard } from '../words.ts'
import * as commands from './cards.ts'

export const addCard: CommandModule = {
  run: (_args, { go, facts }) => goToBilling(go, facts, 'card'),
}
export const showPurchases: CommandModule = {
  run: (_args, { go, facts }) => goToBilling(go, facts, 'purchases'),
}
export const editInvoices: CommandModule = {
  run: (_args, { go, facts }) => goToBilling(go, facts, 'invoices'),
}

async function cardWith(services: Services, id: string) {
  const { payment_methods } = await readCards(services)
  const card = payment_methods.find((one) => one.id === id)
  if (!card) throw new Refusal('This card no longer exists.')
  return { card, before: payment_methods[0] }
}

export const setDefaultCard: CommandModule<ArgsOf<typeof commands.cardArgs>> = {
  run: async ({ payment_method_id }, { services }) => {
    const { card, before } = await cardWith(services, payment_method_id)
    await services.get(Api).call(setDefaultPaymentMethod, { body: { payment_method_id } })
    await refreshBilling(services)
    return {
      message: `${formatCard(card)} is charged from now on`,
      ...(before &&
        before.id !== card.id && {
          undo: refTo(commands.setDefaultCard, { payment_method_id: before.id }),
        }),
    }
  },
}

export const removeCard: CommandModule<ArgsOf<typeof commands.cardArgs>> = {
  confirmation: async ({ payment_method_id }, { services }) => {
    const { card } = await cardWith(services, payment_method_id)
    return {
      title: `Remove ${formatCard(card)}?`,
      text: 'To pay with it again, add it again.',
      action: 'Remove',
    }
  },
  run: async ({ payment_method_id }, { services }) => {
    const { card } = await cardWith(services, payment_method_id)
    await services.get(Api).call(deletePaymentMethod, { query: { payment_method_id } })
    await refreshBilling(services)
    return { message: `Removed ${formatCard(card)}.` }
  },
}

export const saveInvoices: CommandModule<ArgsOf<typeof commands.detailsArgs>> = {
  run: async ({ rev, ...data }, { services }) => {
    const api = services.get(Api)
    const { billing: before } = await api.call(getBilling, {})
    await api.call(updateBilling, { body: { data, ...(rev !== undefined && { rev }) } })
    await refreshBilling(services)
    const { email, company, tax_id, address } = before
    return {
      message: 'Invoice details saved',
      undo: refTo(commands.saveInvoices, { email, company, tax_id, address }),
    }
  },
}
