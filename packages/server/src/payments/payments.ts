import type { Billing, Card } from '@typecase/contract/billing'
import type { Purchase, PaymentMode } from '@typecase/contract/plans'

/** A customer at the provider. */
export interface Customer {
  readonly userId: string
  /** The customer's id at the provider. */
  readonly customerId: string
}

/** A declined card, with a rule for programs, such as `insufficient_funds`. */
export interface CardDecline {
  readonly status: 'failed'
  readonly rule: string
}

/** The result of a charge. `pending` means that the bank has not decided. */
export type Outcome = { readonly status: 'paid' } | { readonly status: 'pending' } | CardDecline

export interface Renewal {
  /** The project or workspace that it renews. */
  readonly scopeId: string
  readonly bought: Purchase
  /** Time of the first charge, UNIX ms. */
  readonly at: number
  /** The provider's id from an earlier call. */
  readonly providerId: string | null
  /** Identifies the renewal: calls with the same key create only one. */
  readonly key: string
}

/** The provider's charge for one more period. */
export interface RenewalInvoice {
  /** The provider's id of the invoice. */
  readonly id: string
  readonly providerId: string
  /** Cents. */
  readonly amount: number
  readonly isPaid: boolean
  /** End of the period that it pays for, UNIX ms. */
  readonly periodEnd: number
}

/** An event that the provider reports. */
export interface ProviderEvent {
  readonly id: string
  readonly about:
    | { readonly invoice: RenewalInvoice }
    | { readonly chargeId: string; readonly outcome: Outcome }
    | { readonly ended: string }
    | undefined
}

/**
 * A payment provider. Its calls throw Failure `unavailable` if it cannot be reached; it is then unknown whether a
 * charge was made, and `findCharge` finds out.
 */
export interface Payments {
  readonly mode: PaymentMode
  readonly publishableKey: string | null
  /** @returns the provider's id of a new customer; repeated calls return the same id */
  createCustomer(user: { readonly id: string; readonly email: string }): Promise<string>
  /** Sets the details for invoices. */
  describeCustomer(customer: Customer, details: Omit<Billing, 'rev'>): Promise<void>
  /** Starts adding a card. */
  createIntent(customer: Customer): Promise<{ id: string; client_secret: string }>
  /** @throws Failure `not_found` for one of another customer, `conflict` for one that has ended */
  cancelIntent(customer: Customer, intentId: string): Promise<void>
  /** Returns the customer's cards, the default first. If there are any cards, one of them is the default. */
  listCards(customer: Customer): Promise<Card[]>
  /** @throws Failure `not_found` for a card that is not the customer's */
  setDefaultCard(customer: Customer, cardId: string): Promise<void>
  /** @throws Failure `not_found` for a card that is not the customer's */
  detachCard(customer: Customer, cardId: string): Promise<void>
  /** Charges the default card. A key that was used before charges nothing, and returns the earlier result. */
  charge(
    customer: Customer,
    charge: { readonly key: string; readonly amount: number; readonly description: string },
  ): Promise<Outcome>
  /**
   * Finds the result of the charge with a key; undefined if it was never made.
   * @param since UNIX ms before the charge was requested
   */
  findCharge(customer: Customer, key: string, since: number): Promise<Outcome | undefined>
  /**
   * Lets the provider renew a subscription, or changes the renewal.
   * @returns the provider's id of it; null if the server renews plans itself
   */
  renew(customer: Customer, renewal: Renewal): Promise<string | null>
  /** Stops a renewal; does nothing if it has ended. */
  stopRenewing(providerId: string): Promise<void>
  /** Retries an overdue charge. */
  payOverdue(providerId: string): Promise<RenewalInvoice | CardDecline>
  /**
   * Parses a message of the provider.
   * @throws Failure `invalid` for a foreign or outdated signature
   */
  readEvent?(body: string, signature: string): Promise<ProviderEvent>
  /**
   * Adds a card in test mode.
   * @throws Failure `invalid` for other numbers, `payment_failed` for cards that are declined
   */
  confirmTestIntent?(customer: Customer, intentId: string, card: TypedCard): Promise<void>
}

export interface TypedCard {
  readonly number: string
  readonly exp_month: number
  readonly exp_year: number
}
