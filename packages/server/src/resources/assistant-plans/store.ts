import type { AssistantPlan, PlanState } from '@typecase/contract/assistant-plans'
import { newId } from '@typecase/contract/ids'
import type { ExpressionBuilder, Selectable, SqlBool, Expression } from 'kysely'

import type { Clock } from '../../clock.ts'
import type { Reader } from '../../database/database.ts'
import { countOf } from '../../database/expressions.ts'
import type { Tables } from '../../database/tables.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'
import './tables.ts'

/** The values of a new plan. */
export type NewPlan = Pick<
  AssistantPlan,
  'command' | 'args' | 'title' | 'summary' | 'client' | 'expires_at'
>

/** Selects the plans that the caller may see: their own, or everyone's if they may change the bucket's settings. */
const visible = (db: Reader, { bucketId, userId, can }: BucketAccess) =>
  db
    .selectFrom('assistant_plans')
    .where('bucket_id', '=', bucketId)
    .$if(!can('bucket:settings'), (query) => query.where('user_id', '=', userId ?? ''))

/** Selects plans whose run did not end and has exceeded its time limit. */
const isInterrupted =
  (now: number) =>
  (eb: ExpressionBuilder<Tables, 'assistant_plans'>): Expression<SqlBool> =>
    eb.and([eb('state', '=', 'running'), eb('expires_at', '<=', now)])

/** Lists a page of plans, newest first, and counts them all. */
export async function listPlans(
  db: Reader,
  access: BucketAccess,
  {
    state,
    limit,
    skip,
    now,
  }: { state: PlanState | undefined; limit: number; skip: number; now: number },
): Promise<{ plans: AssistantPlan[]; total: number }> {
  const inState = () =>
    visible(db, access)
      .$if(state === 'failed', (query) =>
        query.where((eb) => eb.or([eb('state', '=', 'failed'), isInterrupted(now)(eb)])),
      )
      .$if(state !== undefined && state !== 'failed', (query) =>
        query.where('state', '=', state ?? 'open').where((eb) => eb.not(isInterrupted(now)(eb))),
      )
  const rows = await inState().selectAll().orderBy('id', 'desc').limit(limit).offset(skip).execute()
  return { plans: rows.map((row) => toPlan(row, now)), total: await countOf(inState()) }
}

export async function findPlan(
  db: Reader,
  access: BucketAccess,
  id: string,
  now: number,
): Promise<AssistantPlan | undefined> {
  const row = await db
    .selectFrom('assistant_plans')
    .selectAll()
    .where('bucket_id', '=', access.bucketId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && toPlan(row, now)
}

/** Counts the unexpired open, waiting and running plans of a user in a bucket. */
export const countPlans = (
  db: Reader,
  { bucketId, userId }: BucketAccess,
  now: number,
): Promise<number> =>
  countOf(
    db
      .selectFrom('assistant_plans')
      .where('bucket_id', '=', bucketId)
      .where('user_id', '=', userId ?? '')
      .where('expires_at', '>', now)
      .where('state', 'in', ['open', 'waiting', 'running']),
  )

/** Inserts a plan. @returns its id */
export async function insertPlan(
  clock: Clock,
  db: Reader,
  { bucketId, userId }: BucketAccess,
  { args, summary, ...plan }: NewPlan,
): Promise<string> {
  const id = newId(clock.now())
  await db
    .insertInto('assistant_plans')
    .values({
      ...plan,
      bucket_id: bucketId,
      id,
      user_id: userId ?? '',
      args: JSON.stringify(args),
      summary: JSON.stringify(summary),
      state: 'open',
      message: null,
      undo: null,
      created_at: clock.iso(),
      ended_at: null,
    })
    .execute()
  return id
}

/** Stores the next state of a plan. */
export async function savePlan(
  db: Reader,
  { bucketId }: BucketAccess,
  id: string,
  {
    undo,
    ...change
  }: Pick<AssistantPlan, 'state' | 'message' | 'undo' | 'ended_at' | 'expires_at'>,
): Promise<void> {
  await db
    .updateTable('assistant_plans')
    .set({ ...change, undo: undo && JSON.stringify(undo) })
    .where('bucket_id', '=', bucketId)
    .where('id', '=', id)
    .execute()
}

const INTERRUPTED_MESSAGE = 'The run was interrupted. History shows what it changed.'

function toPlan(
  { bucket_id: _, args, summary, undo, ...row }: Selectable<Tables['assistant_plans']>,
  now: number,
): AssistantPlan {
  const wasInterrupted = row.state === 'running' && row.expires_at <= now
  return {
    ...row,
    ...(wasInterrupted && { state: 'failed', message: INTERRUPTED_MESSAGE }),
    // Only this module writes these columns, so the casts are safe.
    args: JSON.parse(args) as object,
    summary: JSON.parse(summary) as object,
    undo: undo === null ? null : (JSON.parse(undo) as AssistantPlan['undo']),
  }
}
