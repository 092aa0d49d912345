import type { Card } from '@typecase/contract/billing'
import { newId } from '@typecase/contract/ids'

import type { Clock } from '../clock.ts'
import type { Database, Reader } from '../database/database.ts'
import { conflict, invalid, notFound } from '../http/failure.ts'
import { paymentFailed } from './declined.ts'
import type { Customer, Outcome, Payments } from './payments.ts'

declare module '../database/tables.ts' {
  interface Tables {
    test_cards: {
      id: string
      user_id: string
      brand: string
      last4: string
      exp_month: number
      exp_year: number
      is_default: number
    }
    test_intents: { id: string; user_id: string; status: 'open' | 'cancelled' | 'done' }
    test_charges: { key: string; user_id: string; amount: number; failure_rule: string | null }
  }
}

/** The test cards that people know from Stripe. All other numbers are refused, so no one enters a real one here. */
const testCards: Readonly<Record<string, { brand: string; declined?: string }>> = {
  '4242424242424242': { brand: 'visa' },
  '4000000000000341': { brand: 'visa' },
  '5555555555554444': { brand: 'mastercard' },
  '378282246310005': { brand: 'amex' },
  '4000000000000002': { brand: 'visa', declined: 'card_declined' },
  '4000000000009995': { brand: 'visa', declined: 'insufficient_funds' },
}
/** Last digits of the card that can be added, but is declined when it is charged. */
const DECLINES_CHARGES = '0341'

/** Payments that charge no one, in separate tables, like those of an external provider. */
export function createTestPayments(db: Database, clock: Clock): Payments {
  const cards = async (reader: Reader, { userId }: Customer): Promise<Card[]> => {
    const rows = await reader
      .selectFrom('test_cards')
      .selectAll()
      .where('user_id', '=', userId)
      .orderBy('is_default', 'desc')
      .orderBy('id')
      .execute()
    return rows.map(({ user_id: _, is_default, ...card }) => ({
      ...card,
      is_default: is_default === 1,
    }))
  }

  async function cardOf(reader: Reader, customer: Customer, id: string): Promise<Card> {
    const card = (await cards(reader, customer)).find((one) => one.id === id)
    if (!card) throw notFound('Card')
    return card
  }

  async function makeDefault(reader: Reader, { userId }: Customer, id: string): Promise<void> {
    await reader
      .updateTable('test_cards')
      .set((eb) => ({ is_default: eb.case().when('id', '=', id).then(1).else(0).end() }))
      .where('user_id', '=', userId)
      .execute()
  }

  async function endIntent(
    reader: Reader,
    { userId }: Customer,
    id: string,
    status: 'cancelled' | 'done',
  ): Promise<void> {
    const intent = await reader
      .selectFrom('test_intents')
      .select('status')
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .executeTakeFirst()
    if (!intent) throw notFound('Intent')
    if (intent.status !== 'open') throw conflict('This card was already added, or cancelled.')
    await reader.updateTable('test_intents').set({ status }).where('id', '=', id).execute()
  }

  const outcomeOf = (rule: string | null): Outcome =>
    rule === null ? { status: 'paid' } : { status: 'failed', rule }

  async function find(reader: Reader, key: string): Promise<Outcome | undefined> {
    const row = await reader
      .selectFrom('test_charges')
      .select('failure_rule')
      .where('key', '=', key)
      .executeTakeFirst()
    return row && outcomeOf(row.failure_rule)
  }

  function whyDeclined(card: Card | undefined): string | null {
    if (!card) return 'card_required'
    if (card.last4 === DECLINES_CHARGES) return 'card_declined'
    return hasExpired(card, clock) ? 'expired_card' : null
  }

  return {
    mode: 'test',
    publishableKey: null,
    createCustomer: async ({ id }) => id,
    describeCustomer: async () => {},

    async createIntent({ userId }) {
      const id = `seti_test_${newId(clock.now())}`
      await db.write(
        (write) =>
          write.db
            .insertInto('test_intents')
            .values({ id, user_id: userId, status: 'open' })
            .execute(),
        'read committed',
      )
      return { id, client_secret: `${id}_secret` }
    },
    cancelIntent: (customer, id) =>
      db.write((write) => endIntent(write.db, customer, id, 'cancelled'), 'serializable'),

    async confirmTestIntent(customer, intentId, { number, ...expiry }) {
      const digits = number.replace(/[\s-]/g, '')
      const card = testCards[digits]
      if (!card)
        throw invalid(
          'number',
          'number must be that of a test card, such as 4242 4242 4242 4242: no real card is taken in test mode',
          'test_card',
        )
      if (hasExpired(expiry, clock))
        throw invalid('exp_year', 'exp_month and exp_year must not be in the past', 'expired_card')
      if (card.declined !== undefined) throw paymentFailed(card.declined)
      await db.write(async (write) => {
        await endIntent(write.db, customer, intentId, 'done')
        const isFirst = (await cards(write.db, customer)).length === 0
        await write.db
          .insertInto('test_cards')
          .values({
            id: `pm_test_${newId(clock.now())}`,
            user_id: customer.userId,
            brand: card.brand,
            last4: digits.slice(-4),
            ...expiry,
            is_default: isFirst ? 1 : 0,
          })
          .execute()
      }, 'serializable')
    },

    listCards: (customer) => cards(db.read, customer),
    setDefaultCard: (customer, id) =>
      db.write(async (write) => {
        await cardOf(write.db, customer, id)
        await makeDefault(write.db, customer, id)
      }, 'serializable'),
    detachCard: (customer, id) =>
      db.write(async (write) => {
        await cardOf(write.db, customer, id)
        await write.db.deleteFrom('test_cards').where('id', '=', id).execute()
        const [first] = await cards(write.db, customer)
        if (first) await makeDefault(write.db, customer, first.id)
      }, 'serializable'),

    charge: (customer, { key, amount }) =>
      db.write(async (write) => {
        const paymentRow = await find(write.db, key)
        if (paymentRow) return paymentRow
        const [card] = await cards(write.db, customer)
        const failure_rule = whyDeclined(card)
        await write.db
          .insertInto('test_charges')
          .values({ key, user_id: customer.userId, amount, failure_rule })
          .execute()
        return outcomeOf(failure_rule)
      }, 'serializable'),
    findCharge: (_customer, key) => find(db.read, key),

    // The scheduler of the server renews plans.
    renew: async () => null,
    stopRenewing: async () => {},
    payOverdue: async () => {
      throw new Error('In test mode the server charges overdue amounts itself.')
    },
  }
}

/** Whether a card has expired: it is valid until the end of its month. */
const hasExpired = (
  { exp_month, exp_year }: Pick<Card, 'exp_month' | 'exp_year'>,
  clock: Clock,
): boolean => Date.UTC(exp_year, exp_month) <= clock.now()
