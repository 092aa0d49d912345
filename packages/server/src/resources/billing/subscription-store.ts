import type { AddOn, Purchase } from '@typecase/contract/plans'
import type { Selectable } from 'kysely'

import type { Reader } from '../../database/database.ts'
import { invalid } from '../../http/failure.ts'
import { scopeTables, type TeamScope } from '../teams/team-scope.ts'
import { isNothing, nothing, type PaidPlan } from './plan-change.ts'
import type { SubscriptionTable } from './tables.ts'
import '../projects/tables.ts'
import '../buckets/tables.ts'

/** Grace period of a plan whose renewal could not be charged, ms. */
export const GRACE_MS = 7 * 24 * 3600 * 1000

/** The subscription of a project or workspace. */
export interface Subscription extends PaidPlan {
  readonly scope: TeamScope
  /** The payer. */
  readonly userId: string
  readonly next: Purchase | null
  readonly status: 'active' | 'past_due'
  readonly pastDueAt: number | null
  readonly providerId: string | null
  readonly providerUserId: string | null
  readonly rev: number
}

type Row = Selectable<SubscriptionTable>

/** Makes a user the payer of a project or workspace. @param db the transaction of a write */
export async function setPayer(db: Reader, scope: TeamScope, userId: string): Promise<void> {
  await db
    .updateTable(scopeTables[scope.resource])
    .set({ payer_id: userId })
    .where('id', '=', scope.id)
    .execute()
}

export function toSubscription(row: Row): Subscription {
  return {
    scope: { resource: row.resource, id: row.place_id },
    userId: row.user_id,
    // Only the server writes these columns, so the casts are safe.
    bought: {
      plan_id: row.plan_id,
      interval: row.interval,
      add_ons: JSON.parse(row.add_ons) as AddOn[],
    },
    next: row.next === null ? null : (JSON.parse(row.next) as Purchase),
    periodStart: row.period_start,
    periodEnd: row.period_end,
    status: row.status,
    pastDueAt: row.past_due_at,
    providerId: row.provider_id,
    providerUserId: row.provider_user_id,
    rev: row.rev,
  }
}

export async function findSubscription(
  db: Reader,
  scopeId: string,
): Promise<Subscription | undefined> {
  const row = await db
    .selectFrom('subscriptions')
    .selectAll()
    .where('place_id', '=', scopeId)
    .executeTakeFirst()
  return row && toSubscription(row)
}

/** The state to store once a subscription is paid, or needs no payment. */
export interface SubscriptionState extends PaidPlan {
  readonly scope: TeamScope
  readonly userId: string
  readonly next: Purchase | null
  /** The `rev` of the subscription that the state was derived from; 0 for a new one. */
  readonly from: number
}

/**
 * Stores the new state of a subscription.
 * @param db the transaction of a write
 * @returns false if the subscription has changed since the state was derived from it
 */
export async function saveSubscription(db: Reader, state: SubscriptionState): Promise<boolean> {
  const { scope, userId, bought, next, periodStart, periodEnd, from } = state
  const change = {
    user_id: userId,
    plan_id: bought.plan_id,
    interval: bought.interval,
    add_ons: JSON.stringify(bought.add_ons),
    next: next === null ? null : JSON.stringify(next),
    period_start: periodStart,
    period_end: periodEnd,
    status: 'active' as const,
    past_due_at: null,
    retry_at: null,
    is_unsynced: 1,
  }
  const saved =
    from === 0
      ? await db
          .insertInto('subscriptions')
          .values({
            ...change,
            place_id: scope.id,
            resource: scope.resource,
            provider_id: null,
            provider_user_id: null,
          })
          .onConflict((conflict) => conflict.column('place_id').doNothing())
          .returning('place_id')
          .executeTakeFirst()
      : await db
          .updateTable('subscriptions')
          .set((eb) => ({ ...change, rev: eb('rev', '+', 1) }))
          .where('place_id', '=', scope.id)
          .where('rev', '=', from)
          .returning('place_id')
          .executeTakeFirst()
  if (saved && !isNothing(next ?? bought)) await setPayer(db, scope, userId)
  return saved !== undefined
}

/** Returns the plan after the current period. */
export const nextPlan = ({ bought, next }: Subscription): Purchase => next ?? bought

/** Returns when a past-due plan ends, in UNIX ms. */
export const endsAt = ({ pastDueAt }: Subscription): number | null =>
  pastDueAt === null ? null : pastDueAt + GRACE_MS

/**
 * Returns the plan in force at a time: the paid plan until its period ends, then the plan that it renews to, which also
 * holds for seven days after a failed renewal. The result does not depend on the scheduler.
 */
export function heldAt(subscription: Subscription | undefined, now: number): Purchase | undefined {
  if (!subscription) return undefined
  if (now < subscription.periodEnd) return subscription.bought
  const end = endsAt(subscription)
  if (end !== null && now >= end) return undefined
  const after = nextPlan(subscription)
  return isNothing(after) ? undefined : after
}

/** Returns the project or workspace that a request names. @throws Failure `invalid` unless it names exactly one */
export function scopeIn({
  project_id,
  workspace_id,
}: {
  project_id?: string
  workspace_id?: string
}): TeamScope {
  if ((project_id === undefined) === (workspace_id === undefined))
    throw invalid('project_id', 'exactly one of project_id and workspace_id must be sent', 'scope')
  return project_id === undefined
    ? { resource: 'workspace', id: workspace_id ?? '' }
    : { resource: 'project', id: project_id }
}

/**
 * Returns the scope that is billed for a project or workspace: the workspace of a project, or the scope itself
 * (specification §6).
 */
export async function billedScopeOf(db: Reader, scope: TeamScope): Promise<TeamScope> {
  const row = await db
    .selectFrom('projects')
    .select('workspace_id')
    .where('id', '=', scope.id)
    .executeTakeFirst()
  return row?.workspace_id ? { resource: 'workspace', id: row.workspace_id } : scope
}

/** Ends a subscription at the end of its period. @param db the transaction of a write */
export const stopSubscription = async (db: Reader, scopeId: string): Promise<void> => {
  await db
    .updateTable('subscriptions')
    .set((eb) => ({ next: JSON.stringify(nothing), is_unsynced: 1, rev: eb('rev', '+', 1) }))
    .where('place_id', '=', scopeId)
    .execute()
}
