import type { Card } from '@typecase/contract/billing'
import {
  addOnOffers,
  amountFor,
  type Purchase,
  CURRENCY,
  planOffers,
} from '@typecase/contract/plans'
import { PRODUCT } from '@typecase/contract/product'
import type Stripe from 'stripe'

import { MAX_CARDS, PAYMENT_EVENT_AGE_SECONDS, PAYMENT_TIMEOUT_MS } from '../limits.ts'
import type { Clock } from '../clock.ts'
import { conflict, Failure, invalid, notFound } from '../http/failure.ts'
import { onFirstUse } from '../on-first-use.ts'
import type { Settings } from '../settings/settings.ts'
import type {
  Customer,
  CardDecline,
  Outcome,
  Payments,
  ProviderEvent,
  Renewal,
  RenewalInvoice,
} from './payments.ts'

const RETRIES = 2

/**
 * Payments through Stripe. The server charges the amount due at once, so it equals the amount shown; Stripe's own
 * subscription only renews it, and begins when the paid period ends.
 */
export function createStripePayments(
  {
    STRIPE_API_BASE,
    STRIPE_PUBLISHABLE_KEY,
    STRIPE_WEBHOOK_SECRET,
  }: Pick<Settings, 'STRIPE_API_BASE' | 'STRIPE_PUBLISHABLE_KEY' | 'STRIPE_WEBHOOK_SECRET'>,
  secretKey: string,
  clock: Clock,
): Payments {
  let client: Promise<Stripe> | undefined
  const products = new Set<string>()

  async function open(): Promise<Stripe> {
    const { default: StripeClient } = await onFirstUse.stripe()
    const { protocol, hostname, port } = new URL(STRIPE_API_BASE)
    return new StripeClient(secretKey, {
      host: hostname,
      port: port || (protocol === 'http:' ? 80 : 443),
      protocol: protocol === 'http:' ? 'http' : 'https',
      timeout: PAYMENT_TIMEOUT_MS,
      maxNetworkRetries: RETRIES,
      telemetry: false,
      appInfo: { name: PRODUCT },
    })
  }

  /** Calls Stripe. @throws Failure `unavailable` for a missing or invalid response */
  async function ask<T>(request: (stripe: Stripe) => Promise<T>): Promise<T> {
    try {
      return await request(await (client ??= open()))
    } catch (reason) {
      const { type, code } = errorOf(reason)
      if (type === undefined || code === 'resource_missing' || type === 'StripeCardError')
        throw reason
      const why =
        type === 'StripeConnectionError' ? 'cannot be reached' : `refuses the request (${type})`
      throw new Failure('unavailable', `The payment provider ${why}. Try again later.`)
    }
  }

  /** Reads a resource of the customer. @throws Failure `not_found` if it is missing or belongs to another customer */
  async function ownedByCustomer<T extends { customer: string | { id: string } | null }>(
    { customerId }: Customer,
    what: string,
    request: (stripe: Stripe) => Promise<T>,
  ): Promise<T> {
    try {
      const resource = await ask(request)
      const owner =
        typeof resource.customer === 'string' ? resource.customer : resource.customer?.id
      if (owner === customerId) return resource
    } catch (reason) {
      if (errorOf(reason).code !== 'resource_missing') throw reason
    }
    throw notFound(what)
  }

  const cardOf = (customer: Customer, id: string) =>
    ownedByCustomer(customer, 'Card', (stripe) => stripe.paymentMethods.retrieve(id))

  const makeDefault = (customerId: string, cardId: string) =>
    ask((stripe) =>
      stripe.customers.update(customerId, { invoice_settings: { default_payment_method: cardId } }),
    )

  async function listCards({ customerId }: Customer): Promise<Card[]> {
    const [customer, { data }] = await Promise.all([
      ask((stripe) => stripe.customers.retrieve(customerId)),
      ask((stripe) =>
        stripe.paymentMethods.list({ customer: customerId, type: 'card', limit: MAX_CARDS }),
      ),
    ])
    const defaultMethod = customer.deleted ? null : customer.invoice_settings.default_payment_method
    const methodId = typeof defaultMethod === 'string' ? defaultMethod : defaultMethod?.id
    // The newest comes first; the oldest is the default until one is chosen.
    const standard = data.find(({ id }) => id === methodId) ?? data.at(-1)
    // Stripe charges renewals to its default card.
    if (standard && standard.id !== methodId) await makeDefault(customerId, standard.id)
    return data
      .map(({ id, card }) => ({
        id,
        brand: card?.brand ?? 'card',
        last4: card?.last4 ?? '',
        exp_month: card?.exp_month ?? 1,
        exp_year: card?.exp_year ?? 2000,
        is_default: id === standard?.id,
      }))
      .sort((a, b) => Number(b.is_default) - Number(a.is_default))
  }

  /** Returns the items of a subscription; each is a product of ours, which is created when it is first sold. */
  async function linesOf({ plan_id, interval, add_ons }: Purchase) {
    const plan = planOffers[plan_id]
    const sold = [
      ...(plan.monthly ? [{ id: plan_id, name: plan.name, monthly: plan.monthly }] : []),
      ...add_ons.map((id) => ({ id, name: addOnOffers[id].title, ...addOnOffers[id] })),
    ]
    const lines = []
    for (const { id, name, monthly } of sold) {
      const product = `${PRODUCT.toLowerCase()}-${id.replaceAll('_', '-')}`
      if (!products.has(product)) await addProduct(product, `${PRODUCT} ${name}`)
      products.add(product)
      const unit_amount = amountFor(monthly, interval)
      lines.push({
        price_data: { currency: CURRENCY, product, unit_amount, recurring: { interval } },
      })
    }
    return lines
  }

  async function addProduct(id: string, name: string): Promise<void> {
    await ask(async (stripe) => {
      try {
        await stripe.products.create({ id, name })
      } catch (reason) {
        if (errorOf(reason).code !== 'resource_already_exists') throw reason
      }
    })
  }

  /** Finds the subscription of a project or workspace that an earlier call created, but whose response was lost. */
  async function lostSubscription(customer: Customer, scopeId: string) {
    const { data } = await ask((stripe) =>
      stripe.subscriptions.list({ customer: customer.customerId, limit: 100 }),
    )
    return data.find(({ metadata }) => metadata['place_id'] === scopeId)
  }

  async function renew(
    customer: Customer,
    { scopeId, bought, at, providerId, key }: Renewal,
  ): Promise<string> {
    // This gives the customer a default card for the first charge.
    await listCards(customer)
    const lines = await linesOf(bought)
    const common = {
      trial_end: Math.max(Math.ceil(at / 1000), Math.ceil(clock.now() / 1000) + 60),
      proration_behavior: 'none',
      metadata: { place_id: scopeId },
    } as const
    const subscription =
      providerId === null
        ? await lostSubscription(customer, scopeId)
        : await ask((stripe) => stripe.subscriptions.retrieve(providerId))
    if (subscription && subscription.status !== 'canceled') {
      const former = subscription.items.data.map(({ id }) => ({ id, deleted: true }))
      const items = [...former, ...lines]
      await ask((stripe) => stripe.subscriptions.update(subscription.id, { ...common, items }))
      return subscription.id
    }
    const created = await ask((stripe) =>
      stripe.subscriptions.create(
        { ...common, customer: customer.customerId, items: lines },
        { idempotencyKey: `renew-${key}` },
      ),
    )
    return created.id
  }

  function outcomeOf({ status, last_payment_error }: Stripe.PaymentIntent): Outcome {
    if (status === 'succeeded') return { status: 'paid' }
    if (status === 'processing' || status === 'requires_capture') return { status: 'pending' }
    if (status === 'requires_action') return { status: 'failed', rule: 'authentication_required' }
    return { status: 'failed', rule: ruleOf(last_payment_error) }
  }

  return {
    mode: 'stripe',
    publishableKey: STRIPE_PUBLISHABLE_KEY ?? null,

    async createCustomer({ id, email }) {
      const created = await ask((stripe) =>
        stripe.customers.create(
          { email, metadata: { user_id: id } },
          { idempotencyKey: `customer-${id}` },
        ),
      )
      return created.id
    },
    async describeCustomer({ customerId }, { email, company, tax_id, address }) {
      await ask((stripe) =>
        stripe.customers.update(customerId, {
          ...(email && { email }),
          name: company,
          address: { line1: address },
          metadata: { tax_id },
        }),
      )
    },

    async createIntent({ customerId }) {
      const intent = await ask((stripe) =>
        stripe.setupIntents.create({
          customer: customerId,
          usage: 'off_session',
          allowed_payment_method_types: ['card'],
        }),
      )
      return { id: intent.id, client_secret: intent.client_secret ?? '' }
    },
    async cancelIntent(customer, intentId) {
      const intent = await ownedByCustomer(customer, 'Intent', (stripe) =>
        stripe.setupIntents.retrieve(intentId),
      )
      if (intent.status === 'succeeded' || intent.status === 'canceled')
        throw conflict('This card was already added, or cancelled.')
      await ask((stripe) => stripe.setupIntents.cancel(intentId))
    },

    listCards,
    async setDefaultCard(customer, cardId) {
      await cardOf(customer, cardId)
      await makeDefault(customer.customerId, cardId)
    },
    async detachCard(customer, cardId) {
      await cardOf(customer, cardId)
      await ask((stripe) => stripe.paymentMethods.detach(cardId))
    },

    async charge(customer, { key, amount, description }) {
      const [card] = await listCards(customer)
      if (!card) return { status: 'failed', rule: 'card_required' }
      try {
        const intent = await ask((stripe) =>
          stripe.paymentIntents.create(
            {
              amount,
              currency: CURRENCY,
              customer: customer.customerId,
              payment_method: card.id,
              allowed_payment_method_types: ['card'],
              off_session: true,
              confirm: true,
              description: `${PRODUCT}: ${description}`,
              metadata: { charge_id: key },
            },
            { idempotencyKey: `charge-${key}` },
          ),
        )
        return outcomeOf(intent)
      } catch (reason) {
        return declinedOf(reason)
      }
    },
    async findCharge({ customerId }, key, since) {
      const gte = Math.floor(since / 1000) - 60
      const intents = await ask((stripe) =>
        stripe.paymentIntents
          .list({ customer: customerId, created: { gte }, limit: 100 })
          .autoPagingToArray({ limit: 1000 }),
      )
      const intent = intents.find(({ metadata }) => metadata['charge_id'] === key)
      return intent && outcomeOf(intent)
    },

    renew,
    async stopRenewing(providerId) {
      try {
        await ask((stripe) => stripe.subscriptions.cancel(providerId, { prorate: false }))
      } catch (reason) {
        if (errorOf(reason).code !== 'resource_missing') throw reason
      }
    },
    async payOverdue(providerId) {
      const { data } = await ask((stripe) =>
        stripe.invoices.list({ subscription: providerId, status: 'open', limit: 1 }),
      )
      const [invoice] = data
      if (!invoice)
        throw conflict('The payment provider no longer has an unpaid invoice. Reload the page.')
      try {
        const paid = await ask((stripe) => stripe.invoices.pay(invoice.id))
        return renewalOf(paid) ?? { status: 'failed', rule: 'card_declined' }
      } catch (reason) {
        return declinedOf(reason)
      }
    },

    async readEvent(body, signature) {
      const stripe = await (client ??= open())
      let event: Stripe.Event
      try {
        event = await stripe.webhooks.constructEventAsync(
          body,
          signature,
          STRIPE_WEBHOOK_SECRET ?? '',
          PAYMENT_EVENT_AGE_SECONDS,
          undefined,
          clock.now(),
        )
      } catch {
        throw invalid('stripe-signature', 'stripe-signature must be that of the body', 'signature')
      }
      return { id: event.id, about: await aboutOf(event) }
    },
  }

  /** Reads the current state of an event's subject, since events may arrive late and out of order. */
  async function aboutOf(event: Stripe.Event): Promise<ProviderEvent['about']> {
    switch (event.type) {
      case 'invoice.paid':
      case 'invoice.payment_failed': {
        const { id } = event.data.object
        const invoice = renewalOf(await ask((stripe) => stripe.invoices.retrieve(id)))
        return invoice && { invoice }
      }
      case 'payment_intent.succeeded':
      case 'payment_intent.payment_failed': {
        const { id } = event.data.object
        const intent = await ask((stripe) => stripe.paymentIntents.retrieve(id))
        const chargeId = intent.metadata['charge_id']
        return chargeId === undefined ? undefined : { chargeId, outcome: outcomeOf(intent) }
      }
      case 'customer.subscription.deleted':
        return { ended: event.data.object.id }
      default:
        return undefined
    }
  }
}

/** Returns the charge for one more period; undefined for other invoices, such as a subscription's empty first one. */
function renewalOf(invoice: Stripe.Invoice): RenewalInvoice | undefined {
  const subscription = invoice.parent?.subscription_details?.subscription
  if (!subscription || invoice.billing_reason !== 'subscription_cycle') return undefined
  const isPaid = invoice.status === 'paid'
  return {
    id: invoice.id,
    providerId: typeof subscription === 'string' ? subscription : subscription.id,
    amount: isPaid ? invoice.amount_paid : invoice.amount_due,
    isPaid,
    periodEnd: Math.max(...invoice.lines.data.map(({ period }) => period.end)) * 1000,
  }
}

interface StripeFailure {
  type?: string
  code?: string | null
  decline_code?: string | null
}

/** Returns Stripe's description of a failure; empty for other errors. */
const errorOf = (reason: unknown): StripeFailure =>
  reason instanceof Error && 'type' in reason && String(reason.type).startsWith('Stripe')
    ? (reason as StripeFailure)
    : {}

const ruleOf = (error: Pick<StripeFailure, 'code' | 'decline_code'> | null | undefined): string =>
  error?.code === 'authentication_required'
    ? error.code
    : (error?.decline_code ?? error?.code ?? 'card_declined')

/** @throws the error, unless the card caused it */
function declinedOf(reason: unknown): CardDecline {
  const error = errorOf(reason)
  if (error.type !== 'StripeCardError') throw reason
  return { status: 'failed', rule: ruleOf(error) }
}
