import {
  addPlan,
  type AssistantPlan,
  getPlan,
  listPlans as listPlansCall,
  MAX_PLAN_ARGUMENTS,
  MAX_PLAN_SUMMARY,
  PLAN_HOURS,
  type PlanState,
  RUN_HOURS,
  updatePlan,
} from '@typecase/contract/assistant-plans'

import type { App } from '../../app.ts'
import type { Reader } from '../../database/database.ts'
import { conflict, forbidden, invalid, notFound } from '../../http/failure.ts'
import { handle, type Route } from '../../http/handle.ts'
import { MAX_PLANS } from '../../limits.ts'
import { type BucketAccess, openBucket } from '../buckets/bucket-access.ts'
import { countPlans, findPlan, insertPlan, listPlans, savePlan } from './store.ts'

/** Default number of rows per page. */
const PAGE_SIZE = 50
const HOUR = 3_600_000

/** The states that may follow each state. A run that is refused before it begins leaves the plan open. */
const next: Readonly<Record<PlanState, readonly PlanState[]>> = {
  open: ['waiting', 'running', 'declined'],
  waiting: ['running', 'declined'],
  running: ['done', 'failed', 'cancelled', 'stale', 'open', 'waiting'],
  done: ['undone'],
  cancelled: ['undone'],
  undone: [],
  failed: [],
  stale: [],
  declined: [],
}

export function routes(app: App): Route[] {
  const { db, clock } = app
  return [
    handle(listPlansCall, async ({ principal, query }) => {
      const access = await openBucket(db, principal, query.slug)
      const { state, limit = PAGE_SIZE, skip = 0 } = query
      const page = { state, limit, skip, now: clock.now() }
      return { ...(await listPlans(db.read, access, page)), limit, skip }
    }),

    handle(getPlan, async ({ principal, query }) => {
      const access = await openBucket(db, principal, query.slug)
      return { plan: await existing(db.read, access, query.plan_id, clock.now()) }
    }),

    handle(addPlan, async ({ principal, body: { slug, data }, commit }) => {
      const access = await openBucket(db, principal, slug)
      assertSize('args', data.args, MAX_PLAN_ARGUMENTS)
      assertSize('summary', data.summary, MAX_PLAN_SUMMARY)
      return commit(async (write) => {
        const now = clock.now()
        if ((await countPlans(write.db, access, now)) >= MAX_PLANS)
          throw conflict(`You have ${MAX_PLANS} plans in this bucket. Apply or decline some first.`)
        const { client } = access
        const expires_at = now + PLAN_HOURS * HOUR
        const id = await insertPlan(clock, write.db, access, { ...data, client, expires_at })
        return { plan: await existing(write.db, access, id, now) }
      }, access)
    }),

    handle(updatePlan, async ({ principal, body, commit }) => {
      const access = await openBucket(db, principal, body.slug)
      const { plan_id, state } = body
      if (body.undo) assertSize('undo', body.undo, MAX_PLAN_ARGUMENTS)
      return commit(async (write) => {
        const now = clock.now()
        const plan = await existing(write.db, access, plan_id, now)
        // Admins may decline other people's plans, and undo their effects.
        if (plan.user_id !== access.userId && state !== 'declined' && state !== 'undone')
          throw forbidden('Only the person whose assistant made this plan can apply it.')
        if (!next[plan.state].includes(state)) throw conflict(describeState(plan))
        if (state === 'running' && plan.expires_at <= now)
          throw conflict('This plan has expired. Make a new one.')
        await savePlan(write.db, access, plan_id, {
          state,
          message: body.message ?? plan.message,
          undo: body.undo === undefined ? plan.undo : body.undo,
          expires_at: expiryOf(plan, state, now),
          ended_at: ['done', 'failed', 'cancelled', 'stale', 'declined'].includes(state)
            ? clock.iso()
            : plan.ended_at,
        })
        return { plan: await existing(write.db, access, plan_id, now) }
      }, access)
    }),
  ]
}

/** Finds a plan. @throws Failure `not_found`, `forbidden` for another user's plan unless the caller is an admin */
async function existing(
  db: Reader,
  access: BucketAccess,
  id: string,
  now: number,
): Promise<AssistantPlan> {
  const plan = await findPlan(db, access, id, now)
  if (!plan) throw notFound('Plan')
  if (plan.user_id !== access.userId && !access.can('bucket:settings'))
    throw forbidden('Only the person whose assistant made this plan, and admins, can see it.')
  return plan
}

/**
 * Returns the expiry of a plan. A run has a separate time limit. A plan whose run was refused before it began stays
 * open for the rest of its time.
 */
function expiryOf(plan: AssistantPlan, state: PlanState, now: number): number {
  if (state === 'running') return now + RUN_HOURS * HOUR
  if (state === 'open' || state === 'waiting')
    return Date.parse(plan.created_at) + PLAN_HOURS * HOUR
  return plan.expires_at
}

function assertSize(path: string, value: object, most: number): void {
  if (JSON.stringify(value).length > most)
    throw invalid(path, `${path} must be at most ${most} characters as JSON`, 'max')
}

const states: Record<PlanState, string> = {
  open: 'This plan is open.',
  waiting: 'This plan waits for a person.',
  running: 'This plan is being applied already.',
  done: 'This plan was applied already.',
  failed: 'This plan failed. Make a new one.',
  cancelled: 'This plan was cancelled. Make a new one.',
  declined: 'This plan was declined.',
  stale: 'The content changed, and this plan with it. Make a new one.',
  undone: 'This plan was undone.',
}
const describeState = ({ state }: AssistantPlan): string => states[state]
