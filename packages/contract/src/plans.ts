import { type } from 'arktype'

import { endpoint } from './endpoint.ts'
import { id } from './ids.ts'

/** The only price list. Amounts are in US cents, before tax. The server charges these, and the dashboard shows them. */
export const CURRENCY = 'usd'

/** The plans, smallest first. */
export const planIds = ['free', 'starter', 'pro', 'enterprise'] as const
export type PlanId = (typeof planIds)[number]
/** Plans on sale without a sales contact. */
export type SoldPlanId = Exclude<PlanId, 'enterprise'>
const soldPlanId = () => type("'free' | 'starter' | 'pro'")

/** Billing intervals. */
export const intervals = ['month', 'year'] as const
export type Interval = (typeof intervals)[number]
const interval = () => type("'month' | 'year'")

/** The discount of a yearly price on twelve monthly prices. */
const YEARLY_DISCOUNT = 0.1

/** Titles of a plan's limits, in the order of the table of plans. */
export const limitNames = {
  buckets: 'Buckets',
  team: 'Team members',
  object_types: 'Object types',
  objects: 'Objects',
  api_non_cached: 'API requests',
  api_cached: 'API requests, cached',
  api_bandwidth: 'API bandwidth',
  media_files: 'Media files',
  media_storage: 'Media storage',
  media_requests: 'Media requests',
  media_bandwidth: 'Media bandwidth',
  ai_input_tokens: 'AI tokens, in',
  ai_output_tokens: 'AI tokens, out',
} as const
export type LimitKey = keyof typeof limitNames

/** Limits on what is stored: nothing can be added beyond them. */
export const quotaKeys = [
  'buckets',
  'team',
  'object_types',
  'objects',
  'media_files',
  'media_storage',
] as const satisfies LimitKey[]
export type QuotaKey = (typeof quotaKeys)[number]

/** Limits per calendar month (UTC): usage is counted but never refused. */
export type MeteredKey = Exclude<LimitKey, QuotaKey>
/** Keys of metered limits. */
export const meteredKeys = Object.keys(limitNames).filter(
  (key): key is MeteredKey => !quotaKeys.some((quota) => quota === key),
)

/** Maximum number of an account's projects and workspaces on the Free plan. More would bypass the paid plans. */
export const FREE_PLACES = 3

/** The `rule` of the error for an exceeded limit of the plan; its path is `plan.<limit>`. */
export const PLAN_LIMIT = 'plan_limit'

interface PlanOffer {
  readonly name: string
  readonly description: string
  /** Cents per month; null for a negotiated price. */
  readonly monthly: number | null
  /** Storage and bandwidth in bytes; null for a negotiated, unlimited plan. */
  readonly limits: Readonly<Record<LimitKey, number | null>>
}

const THOUSAND = 1e3
const MILLION = 1e6
const GB = 1e9
const TB = 1e12

const custom = Object.fromEntries(
  Object.keys(limitNames).map((key) => [key, null]),
) as PlanOffer['limits']

/** Offers by plan; prices are in cents of `CURRENCY` per month. */
export const planOffers: Readonly<Record<PlanId, PlanOffer>> = {
  free: {
    name: 'Free',
    description: 'For a first project',
    monthly: 0,
    limits: {
      buckets: 1,
      team: 2,
      object_types: 50,
      objects: 1000,
      api_non_cached: 10 * THOUSAND,
      api_cached: 100 * THOUSAND,
      api_bandwidth: 50 * GB,
      media_files: 200,
      media_storage: 5 * GB,
      media_requests: 25 * THOUSAND,
      media_bandwidth: 50 * GB,
      ai_input_tokens: 300 * THOUSAND,
      ai_output_tokens: 300 * THOUSAND,
    },
  },
  starter: {
    name: 'Starter',
    description: 'For a small team',
    monthly: 299_00,
    limits: {
      buckets: 3,
      team: 5,
      object_types: 300,
      objects: 20_000,
      api_non_cached: 25 * THOUSAND,
      api_cached: 750 * THOUSAND,
      api_bandwidth: 500 * GB,
      media_files: 5000,
      media_storage: 50 * GB,
      media_requests: 100 * THOUSAND,
      media_bandwidth: 250 * GB,
      ai_input_tokens: 1 * MILLION,
      ai_output_tokens: 1 * MILLION,
    },
  },
  pro: {
    name: 'Pro',
    description: 'For several teams',
    monthly: 499_00,
    limits: {
      buckets: 5,
      team: 10,
      object_types: 1000,
      objects: 50_000,
      api_non_cached: 150 * THOUSAND,
      api_cached: 3 * MILLION,
      api_bandwidth: 2 * TB,
      media_files: 10_000,
      media_storage: 100 * GB,
      media_requests: 500 * THOUSAND,
      media_bandwidth: 1 * TB,
      ai_input_tokens: 3 * MILLION,
      ai_output_tokens: 3 * MILLION,
    },
  },
  enterprise: {
    name: 'Enterprise',
    description: 'Custom limits, contract and support',
    monthly: null,
    limits: custom,
  },
}

const byteKeys: readonly LimitKey[] = ['api_bandwidth', 'media_storage', 'media_bandwidth']

/** Whether a limit counts bytes. */
export const isInBytes = (key: LimitKey): boolean => byteKeys.includes(key)

/** Formats a limit (decisions §3): `1,000`, `750k`, `3M`, `50 GB`, `2 TB`; `Custom` if it is negotiated. */
export function formatLimit(key: LimitKey, limit: number | null): string {
  if (limit === null) return 'Custom'
  if (isInBytes(key)) return limit >= TB ? `${limit / TB} TB` : `${limit / GB} GB`
  if (quotaKeys.some((quota) => quota === key)) return limit.toLocaleString('en-US')
  return limit >= MILLION ? `${limit / MILLION}M` : `${limit / THOUSAND}k`
}

/** Formats the usage of a limit: `12,480`, `31 GB`, `1 MB`. Only megabytes are rounded up. */
export function formatUsage(key: LimitKey, used: number): string {
  if (!isInBytes(key)) return used.toLocaleString('en-US')
  const digits = { maximumFractionDigits: 1 }
  if (used >= TB) return `${(used / TB).toLocaleString('en-US', digits)} TB`
  if (used >= GB) return `${(used / GB).toLocaleString('en-US', digits)} GB`
  return `${Math.ceil(used / MILLION).toLocaleString('en-US')} MB`
}

/** The plan that most customers choose. */
export const POPULAR_PLAN: PlanId = 'starter'

/** The add-ons that can be bought for a plan. */
export const addOnIds = [
  'bundle',
  'webhooks',
  'localization',
  'automatic_backups',
  'revision_history',
  'single_sign_on',
  'custom_domain',
] as const
export type AddOn = (typeof addOnIds)[number]
const addOnId = () => type.enumerated(...addOnIds)

interface AddOnOffer {
  readonly title: string
  readonly description: string
  /** Cents. */
  readonly monthly: number
  /** Whether the feature is only announced. It is listed, but not sold separately. */
  readonly isComing?: boolean
}

/** Offers by add-on; prices are in cents of `CURRENCY` per month. */
export const addOnOffers: Readonly<Record<AddOn, AddOnOffer>> = {
  bundle: { title: 'Bundle', description: 'All add-ons, including future ones', monthly: 199_00 },
  localization: {
    title: 'Localization',
    description: 'Locales for each object, next missing translation',
    monthly: 99_00,
  },
  revision_history: {
    title: 'Revision history',
    description: 'Compare and restore previous states of objects',
    monthly: 99_00,
  },
  webhooks: {
    title: 'Webhooks',
    description: 'Calls to your services on each change',
    monthly: 99_00,
  },
  automatic_backups: {
    title: 'Automatic backups',
    description: 'Made daily or weekly, restored with one command',
    monthly: 99_00,
  },
  single_sign_on: {
    title: 'Single sign-on',
    description: 'OpenID Connect',
    monthly: 99_00,
    isComing: true,
  },
  custom_domain: {
    title: 'Custom domain',
    description: 'The dashboard and API under your domain',
    monthly: 99_00,
    isComing: true,
  },
}

/** Packs of tokens for AI; the tokens do not expire. */
export const tokenPacks = [
  { package_id: 'tokens-2m', tokens: 2_000_000, amount: 25_00 },
  { package_id: 'tokens-10m', tokens: 10_000_000, amount: 110_00, popular: true },
  { package_id: 'tokens-50m', tokens: 50_000_000, amount: 475_00 },
] as const
export type PackageId = (typeof tokenPacks)[number]['package_id']
/** The id of a pack of AI tokens. */
export const packageId = () => type.enumerated(...tokenPacks.map((pack) => pack.package_id))

/** The plan and add-ons of a project or workspace, now or after a change. */
export interface Purchase {
  readonly plan_id: SoldPlanId
  readonly interval: Interval
  /** The bundle contains all other add-ons, so it is the only one in its list. */
  readonly add_ons: readonly AddOn[]
}

/** Returns the price of a plan or an add-on for one interval, given its monthly price, in cents. */
export const amountFor = (monthly: number, every: Interval): number =>
  every === 'month' ? monthly : Math.round(monthly * 12 * (1 - YEARLY_DISCOUNT))

/** Returns the price of a plan with its add-ons for one interval, in cents. */
export function priceOf({ plan_id, interval: every, add_ons }: Purchase): number {
  const monthly = [
    planOffers[plan_id].monthly ?? 0,
    ...add_ons.map((addOn) => addOnOffers[addOn].monthly),
  ]
  return monthly.reduce((sum, amount) => sum + amountFor(amount, every), 0)
}

/** Formats an amount: `$25`, `$269.10`, `$1,188`. */
export function formatMoney(cents: number): string {
  const digits = cents % 100 === 0 ? 0 : 2
  const dollars = (Math.abs(cents) / 100).toLocaleString('en-US', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  return `${cents < 0 ? '−' : ''}$${dollars}`
}

/** Describes a purchase for invoices and lists: `Starter, Localization, Webhooks, monthly`, or `Free`. */
export function describePurchase({ plan_id, interval: every, add_ons }: Purchase): string {
  const parts = [
    ...(plan_id === 'free' ? [] : [planOffers[plan_id].name]),
    ...add_ons.map((addOn) => addOnOffers[addOn].title),
  ]
  if (parts.length === 0) return planOffers.free.name
  return `${parts.join(', ')}, ${every === 'month' ? 'monthly' : 'yearly'}`
}

/** The requested purchase in the data of `updateBilling`; omitted parts stay unchanged. */
export const wish = () =>
  ({
    'plan_id?': "'free' | 'starter' | 'pro' | 'enterprise'",
    'interval?': "'month' | 'year'",
    'add_ons?': addOnId().array().atMostLength(addOnIds.length),
    /** Makes the caller pay for renewals and AI from now on. Subscriptions that would end with the period continue. */
    'payer?': "'me'",
  }) as const

/** Payment modes: `test` charges no one. */
export const paymentMode = () => type("'test' | 'stripe'")
export type PaymentMode = ReturnType<typeof paymentMode>['infer']

const purchase = () =>
  type({ plan_id: soldPlanId(), interval: interval(), add_ons: addOnId().array() })

const price = () =>
  type({
    /** Cents per interval; null for a negotiated price. */
    amount: 'number | null',
    is_subscribed: 'boolean',
  })

const plan = () =>
  type({
    id: type.enumerated(...planIds),
    name: 'string',
    description: 'string',
    is_popular: 'boolean',
    pricing: { month: price(), year: price() },
    is_subscribed: 'boolean',
    limits: type({ '[string]': 'string' }),
    // The limits again as fields of the plan, where clients read them.
    ...(Object.fromEntries(Object.keys(limitNames).map((key) => [key, 'string'])) as Record<
      LimitKey,
      'string'
    >),
  })
export type Plan = ReturnType<typeof plan>['infer']

const listedAddOn = () =>
  type({
    id: addOnId(),
    title: 'string',
    description: 'string',
    /** Cents per interval. */
    pricing: { month: 'number', year: 'number' },
    /**
     * `bundled`: part of the bundle. `ends`: active until the period ends. `coming`: announced, and not sold
     * separately.
     */
    state: "'available' | 'active' | 'bundled' | 'ends' | 'coming'",
  })
export type ListedAddOn = ReturnType<typeof listedAddOn>['infer']

const subscriptionFields = () =>
  ({
    now: purchase(),
    /** The plan after the end of the period; null if it stays the same. */
    next: purchase().or('null'),
    /** `past_due`: the last renewal could not be charged. */
    status: "'active' | 'past_due'",
    period_end: 'string',
    /** When a plan with an overdue payment ends. */
    ends_at: 'string | null',
  }) as const

const subscription = () =>
  type({
    ...subscriptionFields(),
    /** Whether the caller's card pays. */
    is_payer: 'boolean',
  })

/** A subscription that a person pays for, in any role. */
export const paidSubscription = () =>
  type({
    ...subscriptionFields(),
    resource: "'project' | 'workspace'",
    id: id(),
    /** Null if it was deleted. */
    title: 'string | null',
    is_archived: 'boolean',
    /** Cents of the next renewal; 0 if it ends with the period. */
    renewal: 'number',
  })
export type PaidSubscription = ReturnType<typeof paidSubscription>['infer']
export type Subscription = ReturnType<typeof subscription>['infer']

/** The project or the workspace that is billed. */
export const billedScope = () => type({ 'project_id?': id(), 'workspace_id?': id() })

export const listPlans = endpoint({
  id: 'plans.list',
  method: 'GET',
  path: '/plans/list',
  auth: 'session',
  summary:
    'Returns the plans and add-ons for a project or a workspace: prices (cents), subscriptions, usage, and the next invoice (for admins). A project in a workspace is billed with it, and returns what the workspace has.',
  query: billedScope,
  response: () =>
    type({
      mode: paymentMode(),
      /** Whether this installation enforces limits and add-ons (`PLAN_LIMITS`); otherwise all add-ons are on. */
      is_enforced: 'boolean',
      /** The billed project or workspace. For a project in a workspace, it is the workspace. */
      place: { resource: "'project' | 'workspace'", id: id(), title: 'string' },
      plans: plan().array(),
      subscription: subscription().or('null'),
      /** The person whose card and AI tokens pay, visible to admins; null if there is none. */
      'payer?': type({ user_id: id(), name: 'string' }).or('null'),
      /** Usage in the units of the limits; storage in bytes. */
      usage: {
        buckets: 'number',
        team: 'number',
        object_types: 'number',
        objects: 'number',
        media_files: 'number',
        media_storage: 'number',
      },
      /** Usage in this calendar month (UTC), as bytes and numbers; null if it is not counted. */
      this_month: type(
        Object.fromEntries(meteredKeys.map((key) => [key, 'number'])) as Record<
          MeteredKey,
          'number'
        >,
      ).or('null'),
      /** The address of the sales contact for Enterprise; null if the installation has none. */
      sales: 'string | null',
      next_invoice: type({ date: 'string', amount: 'number' }).or('null'),
      add_ons: listedAddOn().array(),
    }),
})
export type Plans = ReturnType<(typeof listPlans)['response']>['infer']

export const quotePlan = endpoint({
  id: 'plans.quote',
  method: 'POST',
  path: '/plans/quote',
  auth: 'session',
  isRepeatable: true,
  summary:
    'Returns the price of a change of the plan or the add-ons: the amount due now, and the renewals. Charges nothing.',
  body: () => type({ 'project_id?': id(), 'workspace_id?': id(), data: wish() }),
  response: () =>
    type({
      /** Cents that the card is charged at once. */
      due_now: 'number',
      /** The plan from now on. */
      now: purchase(),
      /** The plan after the end of the period; null if it stays the same. */
      next: purchase().or('null'),
      /** End of the period; null if no renewal is due. */
      period_end: 'string | null',
      /** Cents of the next invoice. */
      renewal: 'number',
      /** Descriptions of usage beyond the limits of the new plan. Nothing is deleted, but nothing can be added. */
      exceeded: 'string[]',
    }),
  errors: ['conflict'],
})
export type PlanQuote = ReturnType<(typeof quotePlan)['response']>['infer']
