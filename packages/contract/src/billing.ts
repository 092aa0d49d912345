import { type } from 'arktype'

import { emailAddress } from './email-address.ts'
import { endpoint } from './endpoint.ts'
import { id } from './ids.ts'
import { limit, message, skip } from './page.ts'
import { billedScope, paidSubscription, packageId, paymentMode } from './plans.ts'
import { user } from './users.ts'

/** The recipient on a person's invoices. */
const invoiceDetails = () =>
  ({
    'email?': emailAddress().or("''"),
    'company?': 'string <= 200',
    'tax_id?': 'string <= 50',
    'address?': 'string <= 1000',
  }) as const

const billing = () =>
  type({
    email: 'string',
    company: 'string',
    tax_id: 'string',
    address: 'string',
    rev: 'number',
  })
export type Billing = ReturnType<typeof billing>['infer']

const billingAnswer = () => type({ user: user(), billing: billing() })

export const getBilling = endpoint({
  id: 'userBillings.get',
  method: 'GET',
  path: '/userBillings/get',
  auth: 'session',
  summary:
    'Returns the caller’s invoice details and the payment mode: `test` charges no one, `stripe` includes the publishable key.',
  response: () =>
    type({ billing: billing(), mode: paymentMode(), publishable_key: 'string | null' }),
})

export const addBilling = endpoint({
  id: 'userBillings.add',
  method: 'POST',
  path: '/userBillings/add',
  auth: 'session',
  summary: 'Stores the caller’s invoice details. Clears omitted fields.',
  body: () => type({ data: invoiceDetails() }),
  response: billingAnswer,
})

export const updateBilling = endpoint({
  id: 'userBillings.update',
  method: 'PATCH',
  path: '/userBillings/update',
  auth: 'session',
  summary: 'Changes the caller’s invoice details. Omitted fields do not change.',
  body: () => type({ data: invoiceDetails(), 'rev?': 'number.integer' }),
  response: billingAnswer,
  errors: ['stale'],
})

/** A card, without the data needed for paying. */
const card = () =>
  type({
    id: 'string',
    /** `visa`, `mastercard`, `amex`, … */
    brand: 'string',
    last4: 'string',
    exp_month: 'number',
    exp_year: 'number',
    is_default: 'boolean',
  })
export type Card = ReturnType<typeof card>['infer']

const cardsAnswer = () => type({ payment_methods: card().array(), mode: paymentMode() })
const paymentMethodId = () => type('0 < string <= 100')

export const listPaymentMethods = endpoint({
  id: 'userBillings.listPaymentMethods',
  method: 'GET',
  path: '/userBillings/listPaymentMethods',
  auth: 'session',
  summary: 'Returns the caller’s cards; the first one is charged.',
  response: cardsAnswer,
  errors: ['unavailable'],
})

export const initIntent = endpoint({
  id: 'userBillings.initIntent',
  method: 'POST',
  path: '/userBillings/initIntent',
  auth: 'session',
  summary:
    'Starts to add a card. Stripe’s elements confirm the intent with the `client_secret`; in test mode, `confirmTestIntent` does.',
  response: () =>
    type({
      setup_intent: { id: 'string', client_secret: 'string' },
      mode: paymentMode(),
      publishable_key: 'string | null',
    }),
  errors: ['unavailable'],
})

export const cancelIntent = endpoint({
  id: 'userBillings.cancelIntent',
  method: 'POST',
  path: '/userBillings/cancelIntent',
  auth: 'session',
  summary: 'Cancels an intent to add a card.',
  body: () => type({ intent_id: paymentMethodId() }),
  response: message,
  errors: ['not_found', 'conflict', 'unavailable'],
})

export const confirmTestIntent = endpoint({
  id: 'userBillings.confirmTestIntent',
  method: 'POST',
  path: '/userBillings/confirmTestIntent',
  auth: 'session',
  isRepeatable: true,
  summary:
    'Adds one of the test cards, in test mode only. Refuses other numbers, and stores no number. Returns 404 if payments are real.',
  body: () =>
    type({
      intent_id: paymentMethodId(),
      /** Spaces are ignored. */
      number: '0 < string <= 40',
      exp_month: '1 <= number.integer <= 12',
      exp_year: '2000 <= number.integer <= 2200',
    }),
  response: cardsAnswer,
  errors: ['not_found', 'payment_failed', 'conflict'],
})

export const setDefaultPaymentMethod = endpoint({
  id: 'userBillings.setPaymentMethodAsDefault',
  method: 'POST',
  path: '/userBillings/setPaymentMethodAsDefault',
  auth: 'session',
  summary: 'Makes a card the caller’s default, which is charged.',
  body: () => type({ payment_method_id: paymentMethodId() }),
  response: cardsAnswer,
  errors: ['not_found', 'unavailable'],
})

export const deletePaymentMethod = endpoint({
  id: 'userBillings.deletePaymentMethod',
  method: 'DELETE',
  path: '/userBillings/deletePaymentMethod',
  auth: 'session',
  summary:
    'Removes one of the caller’s cards. Returns 409 for the last card while a subscription is paid with it.',
  query: () => type({ payment_method_id: paymentMethodId() }),
  response: cardsAnswer,
  errors: ['not_found', 'conflict', 'unavailable'],
})

const subscriptionsAnswer = () =>
  type({ subscriptions: paidSubscription().array(), total: 'number', mode: paymentMode() })

export const listSubscriptions = endpoint({
  id: 'userBillings.listSubscriptions',
  method: 'GET',
  path: '/userBillings/listSubscriptions',
  auth: 'session',
  summary:
    'Returns the plans and add-ons that the caller pays for, until they end, including those of projects and workspaces that the caller left or that were deleted.',
  response: subscriptionsAnswer,
})

export const endSubscription = endpoint({
  id: 'userBillings.endSubscription',
  method: 'POST',
  path: '/userBillings/endSubscription',
  auth: 'session',
  isRepeatable: true,
  summary:
    'Cancels what the caller pays for in a project or workspace, with any role: at the end of its period, or at once if the last renewal is unpaid.',
  body: billedScope,
  response: subscriptionsAnswer,
  errors: ['not_found', 'conflict', 'unavailable'],
})

export const listTokenPacks = endpoint({
  id: 'userBillings.tokenPacks',
  method: 'GET',
  path: '/userBillings/token-packs',
  auth: 'session',
  summary: 'Returns the packs of AI tokens with their prices in cents.',
  response: () =>
    type({
      token_packs: type({
        package_id: packageId(),
        tokens: 'number',
        amount: 'number',
        currency: 'string',
        'popular?': 'boolean',
      }).array(),
      total: 'number',
      mode: paymentMode(),
    }),
})

/** `pending`: the card is being charged, or it is not yet known whether the charge succeeded. */
const purchaseStatus = () => type("'pending' | 'paid' | 'failed'")

/** A charge to a card, successful or not. */
const purchase = () =>
  type({
    id: id(),
    /** `reload`: tokens bought by auto-reload. */
    kind: "'tokens' | 'reload' | 'subscription' | 'renewal'",
    description: 'string',
    package_id: packageId().or('null'),
    tokens: 'number',
    /** Cents. */
    amount: 'number',
    currency: 'string',
    status: purchaseStatus(),
    /** The reason for the failure, worded for the user. */
    failure: 'string | null',
    created_at: 'string',
  })
export type Purchase = ReturnType<typeof purchase>['infer']

export const purchaseTokenPack = endpoint({
  id: 'userBillings.purchaseTokenPack',
  method: 'POST',
  path: '/userBillings/purchase-token-pack',
  auth: 'session',
  summary:
    'Buys AI tokens with the caller’s card. A 402 has the reason why the card was not charged. With an `Idempotency-Key`, a repeated request is charged only once.',
  body: () => type({ package_id: packageId() }),
  response: () => type({ purchase: purchase(), balance: 'number', mode: paymentMode() }),
  errors: ['payment_failed', 'conflict', 'unavailable'],
})

export const getTokenBalance = endpoint({
  id: 'userBillings.tokenWalletBalance',
  method: 'GET',
  path: '/userBillings/token-wallet-balance',
  auth: 'session',
  summary: 'Returns the number of AI tokens in the caller’s wallet.',
  response: () =>
    type({
      balance: 'number',
      currency: "'tokens'",
      /** Tokens used in the last seven days. */
      used_last_week: 'number',
      mode: paymentMode(),
    }),
})

const purchasePage = () => type({ 'limit?': limit(), 'skip?': skip() })
const purchasesAnswer = () =>
  type({
    purchases: purchase().array(),
    total: 'number',
    limit: 'number',
    skip: 'number',
    mode: paymentMode(),
  })

/** Purchases per page. */
export const PURCHASES_PAGE_SIZE = 20

export const listTokenPurchases = endpoint({
  id: 'userBillings.tokenPurchaseHistory',
  method: 'GET',
  path: '/userBillings/token-purchase-history',
  auth: 'session',
  summary: 'Returns the caller’s purchases of AI tokens, newest first, 20 per page.',
  query: purchasePage,
  response: purchasesAnswer,
})

export const listPurchases = endpoint({
  id: 'userBillings.listPurchases',
  method: 'GET',
  path: '/userBillings/listPurchases',
  auth: 'session',
  summary:
    'Returns everything that the caller’s cards were charged for, including plans and add-ons, newest first, 20 per page.',
  query: purchasePage,
  response: purchasesAnswer,
})

const autoReload = () =>
  type({
    enabled: 'boolean',
    /** Auto-reload buys the pack when the balance falls below this number of tokens. */
    threshold: 'number',
    package_id: packageId(),
    /** The most that auto-reload may spend in a calendar month (UTC), in cents. */
    monthly_limit: 'number',
    rev: 'number',
  })
export type AutoReload = ReturnType<typeof autoReload>['infer']

const autoReloadAnswer = () => type({ settings: autoReload(), mode: paymentMode() })

export const getAutoReload = endpoint({
  id: 'userBillings.autoReloadSettings',
  method: 'GET',
  path: '/userBillings/auto-reload-settings',
  auth: 'session',
  summary: 'Returns when AI tokens are bought automatically. A declined card turns this off.',
  response: autoReloadAnswer,
})

export const updateAutoReload = endpoint({
  id: 'userBillings.updateAutoReload',
  method: 'POST',
  path: '/userBillings/update-auto-reload',
  auth: 'session',
  isRepeatable: true,
  summary:
    'Changes when AI tokens are bought automatically. Omitted fields do not change. Returns 402 without a card.',
  body: () =>
    type({
      settings: {
        'enabled?': 'boolean',
        'threshold?': '0 <= number.integer <= 1000000000',
        'package_id?': packageId(),
        'monthly_limit?': '0 <= number.integer <= 100000000',
      },
      'rev?': 'number.integer',
    }),
  response: autoReloadAnswer,
  errors: ['stale', 'payment_failed', 'unavailable'],
})

export const billingWebhook = endpoint({
  id: 'billing.webhook',
  method: 'POST',
  path: '/billing/webhook',
  auth: 'none',
  isRaw: true,
  bodyLimit: 1_048_576,
  summary:
    'Processes each event of Stripe once, signed with `STRIPE_WEBHOOK_SECRET`. Returns 404 if this is not set.',
  response: () => type({ received: 'boolean' }),
  errors: ['not_found'],
})
