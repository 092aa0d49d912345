import type { AskPicker } from '@typecase/plugin-sdk/ask'
import { type AnyCommand, defineCommand } from '@typecase/plugin-sdk/command'
import { filterRows } from '@typecase/plugin-sdk/text-match'
import { has } from '@typecase/plugin-sdk/when'
import { type } from 'arktype'

import { readCards } from '../queries.ts'
import { formatCard, formatExpiry } from '../words.ts'

const group = 'Billing'
const when = has('session.isLoggedIn')

const runs = () => import('./cards-runs.ts')

export const cardArgs = () => type({ payment_method_id: 'string' })

const askCard: AskPicker = {
  kind: 'picker',
  title: 'Card',
  placeholder: 'Which card?',
  search: filterRows(async ({ services }) => {
    const { payment_methods } = await readCards(services)
    return payment_methods.map((card) => ({
      id: card.id,
      value: card.id,
      label: formatCard(card),
      icon: 'credit-card',
      subtitle: card.is_default ? 'Default' : `Expires ${formatExpiry(card)}`,
    }))
  }),
}

export const addCard = defineCommand({
  id: 'billing.add-card',
  title: 'Add card…',
  keywords: ['credit card', 'payment method', 'new'],
  aliases: ['Add payment method'],
  group,
  icon: 'credit-card',
  when,
  effect: 'nav',
  load: async () => (await runs()).addCard,
})

export const setDefaultCard = defineCommand({
  id: 'billing.set-default-card',
  title: 'Set default card…',
  keywords: ['payment method', 'change', 'charge'],
  group,
  icon: 'check',
  when,
  effect: 'write',
  args: cardArgs,
  ask: { payment_method_id: askCard },
  load: async () => (await runs()).setDefaultCard,
})

export const removeCard = defineCommand({
  id: 'billing.remove-card',
  title: 'Remove card…',
  keywords: ['delete', 'payment method'],
  group,
  icon: 'trash-2',
  when,
  effect: 'destructive',
  args: cardArgs,
  ask: { payment_method_id: askCard },
  load: async () => (await runs()).removeCard,
})

export const showPurchases = defineCommand({
  id: 'billing.show-purchases',
  title: 'Show purchases',
  keywords: ['history', 'charges', 'payments', 'receipts'],
  group,
  icon: 'list',
  when,
  effect: 'nav',
  load: async () => (await runs()).showPurchases,
})

export const editInvoices = defineCommand({
  id: 'billing.edit-invoice-details',
  title: 'Edit invoice details…',
  keywords: ['company', 'tax', 'vat', 'address', 'billing e-mail'],
  group,
  icon: 'file-text',
  when,
  effect: 'nav',
  load: async () => (await runs()).editInvoices,
})

export const detailsArgs = () =>
  type({
    email: 'string <= 254',
    company: 'string <= 200',
    tax_id: 'string <= 50',
    address: 'string <= 1000',
    /** Revision of the details that were edited, so that newer ones are not overwritten. */
    'rev?': 'number',
  })

/** Called by the dialog, which passes the arguments. */
export const saveInvoices = defineCommand({
  id: 'billing.save-invoice-details',
  title: 'Save invoice details',
  group,
  icon: 'file-text',
  when,
  effect: 'write',
  isInternal: true,
  args: detailsArgs,
  load: async () => (await runs()).saveInvoices,
})

export const cardCommands: readonly AnyCommand[] = [
  addCard,
  setDefaultCard,
  removeCard,
  showPurchases,
  editInvoices,
  saveInvoices,
]
