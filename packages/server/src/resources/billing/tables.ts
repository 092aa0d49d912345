import type { Purchase } from '@typecase/contract/billing'
import type { Interval, PackageId, SoldPlanId } from '@typecase/contract/plans'
import type { Generated } from 'kysely'

export interface AccountTable {
  user_id: string
  customer_id: string | null
  email: Generated<string>
  company: Generated<string>
  tax_id: Generated<string>
  address: Generated<string>
  details_rev: Generated<number>
  balance: Generated<number>
  reload_enabled: Generated<number>
  reload_threshold: Generated<number>
  reload_package_id: Generated<PackageId>
  reload_monthly_limit: Generated<number>
  reload_rev: Generated<number>
}

export interface ChargeTable {
  id: string
  user_id: string
  kind: Purchase['kind']
  place_id: string | null
  description: string
  package_id: PackageId | null
  tokens: Generated<number>
  amount: number
  currency: string
  /** JSON. */
  effect: string | null
  request_key: string | null
  status: Generated<Purchase['status']>
  failure: string | null
  failure_rule: string | null
  created_at: number
  settled_at: number | null
}

export interface SubscriptionTable {
  place_id: string
  resource: 'project' | 'workspace'
  user_id: string
  plan_id: SoldPlanId
  interval: Interval
  /** JSON. */
  add_ons: string
  /** JSON. */
  next: string | null
  period_start: number
  period_end: number
  status: Generated<'active' | 'past_due'>
  past_due_at: number | null
  retry_at: number | null
  provider_id: string | null
  /** The user whom the provider charges; null while the server ends the renewals there. */
  provider_user_id: string | null
  is_unsynced: Generated<number>
  rev: Generated<number>
}

declare module '../../database/tables.ts' {
  interface Tables {
    billing_accounts: AccountTable
    charges: ChargeTable
    token_entries: {
      id: string
      user_id: string
      tokens: number
      charge_id: string | null
      bucket_id: string | null
      created_at: number
    }
    token_reservations: { id: string; user_id: string; tokens: number; expires_at: number }
    subscriptions: SubscriptionTable
    payment_events: { id: string; created_at: number }
  }
}
