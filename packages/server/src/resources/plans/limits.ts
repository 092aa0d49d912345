import {
  FREE_PLACES,
  isInBytes,
  formatLimit,
  PLAN_LIMIT,
  planOffers,
  type PlanId,
  type QuotaKey,
  quotaKeys,
  formatUsage,
} from '@typecase/contract/plans'

import type { App } from '../../app.ts'
import type { Clock } from '../../clock.ts'
import type { Reader } from '../../database/database.ts'
import { prepared } from '../../database/prepared.ts'
import { engineOf } from '../../database/session.ts'
import type { Write } from '../../database/write-queue.ts'
import { forbidden, type Failure } from '../../http/failure.ts'
import type { Settings } from '../../settings/settings.ts'
import { billedScopeOf, findSubscription, heldAt } from '../billing/subscription-store.ts'
import { scopeTables, type TeamScope } from '../teams/team-scope.ts'
import { emailKey } from '../users/store.ts'
import {
  type CountScope,
  type CountedKey,
  type Counting,
  countOf,
  liveObjects,
  objectsIn,
  peopleIn,
  usageOf,
} from './usage.ts'

/** Dependencies of the limits. With `PLAN_LIMITS=off` nothing is limited and no query runs. */
interface PlanSettings {
  readonly settings: Pick<Settings, 'PLAN_LIMITS'>
  readonly clock: Pick<Clock, 'now'>
}

/** The dependencies with indexes in memory. Without these, as in the thread of an import, rows are counted. */
export type LimitContext = PlanSettings & Partial<Counting>

/** The project, workspace or bucket to which something is added. */
type Target = TeamScope | { readonly bucketId: string }

/** The amounts to add; media storage in bytes. */
export type Additions = Readonly<Partial<Record<CountedKey, number>>>

/** The plan in force, and the project or workspace that pays for it. */
export interface ActivePlan {
  readonly scope: TeamScope
  readonly planId: PlanId
}

/**
 * Refuses a change beyond the plan's limits early. The write must check again, since others may add in between.
 * @throws Failure `forbidden`, rule `plan_limit`
 */
export async function assertWithinLimits(
  app: LimitContext,
  db: Reader,
  to: Target,
  added: Additions,
): Promise<void> {
  if (app.settings.PLAN_LIMITS === 'on')
    await assertRoom(app, db, await planFor(app, db, to), added)
}

/**
 * Takes the quota that a write needs. Of several concurrent writes, only as many succeed as the quota allows.
 * @param when `after` at the end of a long write, so that it does not block others that add to the same scope
 * @throws Failure `forbidden`, rule `plan_limit`
 */
export async function takeWithinLimits(
  app: LimitContext,
  { db }: Pick<Write, 'db'>,
  to: Target,
  added: Additions,
  when: 'before' | 'after' = 'before',
): Promise<void> {
  if (app.settings.PLAN_LIMITS === 'off') return
  await assertRoom(app, db, await lockPlanFor(app, db, to), added, when === 'after')
}

/** The remaining quota for objects in a write, cached after the first lookup. */
interface Room {
  readonly plan: ActivePlan
  readonly most: number
  used: number
}
const rooms = new WeakMap<object, Map<string, Room>>()

/**
 * Takes the quota for one object before it is added. The objects of a bucket are counted once per write, and again if
 * the quota seems exhausted, as the write may have deleted some.
 * @throws Failure `forbidden`, rule `plan_limit`
 */
export async function takeForObject(
  app: LimitContext,
  write: Pick<Write, 'db'>,
  bucket: { readonly bucketId: string },
): Promise<void> {
  if (app.settings.PLAN_LIMITS === 'off') return
  const ofWrite = rooms.get(write) ?? new Map<string, Room>()
  rooms.set(write, ofWrite)
  let room = ofWrite.get(bucket.bucketId)
  if (!room || room.used >= room.most) {
    room = await lookUpRoom(app, write.db, bucket)
    ofWrite.set(bucket.bucketId, room)
  }
  if (room.used >= room.most) throw refusal(room.plan, 'objects', room.used, 1)
  room.used += 1
}

async function lookUpRoom(app: LimitContext, db: Reader, to: Target): Promise<Room> {
  const plan = await lockPlanFor(app, db, to)
  const most = limitOf(plan, 'objects')
  if (most === null) return { plan, most: Infinity, used: 0 }
  return { plan, most, used: await currentUsage(app, db, plan.scope, 'objects') }
}

/**
 * Takes a seat for an invitation until it is declined, withdrawn or expires. A member of one of the payer's teams
 * already has a seat.
 * @throws Failure `forbidden`, rule `plan_limit`
 */
export async function takeSeatInTeam(
  app: LimitContext,
  { db }: Pick<Write, 'db'>,
  team: TeamScope,
  email: string,
): Promise<void> {
  if (app.settings.PLAN_LIMITS === 'off') return
  const plan = await lockPlanFor(app, db, team)
  const most = limitOf(plan, 'team')
  if (most === null) return
  const people = await peopleIn(db, app.clock, plan.scope)
  if (!people.has(emailKey(email)) && people.size >= most)
    throw refusal(plan, 'team', people.size, 1)
}

/**
 * Takes the quota that a project needs in the workspace that is going to pay for it.
 * @throws Failure `forbidden`, rule `plan_limit`
 */
export async function takeForProject(
  app: LimitContext,
  { db }: Pick<Write, 'db'>,
  projectId: string,
  workspaceId: string,
): Promise<void> {
  if (app.settings.PLAN_LIMITS === 'off') return
  const project: TeamScope = { resource: 'project', id: projectId }
  const plan = await lockPlanFor(app, db, { resource: 'workspace', id: workspaceId })
  await assertRoom(app, db, plan, await usageIn(db, project))
  const most = limitOf(plan, 'team')
  if (most === null) return
  const before = await peopleIn(db, app.clock, plan.scope)
  const all = new Set([...before, ...(await peopleIn(db, app.clock, project))])
  const more = all.size - before.size
  if (more > 0 && all.size > most) throw refusal(plan, 'team', before.size, more)
}

/**
 * Takes one of the projects and workspaces that an account may have on the Free plan, before it is added.
 * @throws Failure `forbidden`, rule `plan_limit`
 */
export async function takeFreeSeat(
  app: LimitContext,
  { db }: Pick<Write, 'db'>,
  userId: string,
): Promise<void> {
  if (app.settings.PLAN_LIMITS === 'off') return
  if (engineOf(db) === 'postgres')
    await db
      .updateTable('users')
      .set((eb) => ({ modified_at: eb.ref('modified_at') }))
      .where('id', '=', userId)
      .execute()
  await assertFreeSeat(app, db, userId)
}

/**
 * Checks ahead of a write whether an account may have another project or workspace on the Free plan.
 * @throws Failure `forbidden`, rule `plan_limit`
 */
export async function assertFreeSeat(app: LimitContext, db: Reader, userId: string): Promise<void> {
  if (app.settings.PLAN_LIMITS === 'off') return
  const scopes = [
    // A project in a workspace has the plan of the workspace.
    ...(await db
      .selectFrom('projects')
      .select('id')
      .where('payer_id', '=', userId)
      .where('workspace_id', 'is', null)
      .execute()),
    ...(await db.selectFrom('workspaces').select('id').where('payer_id', '=', userId).execute()),
  ]
  const subscriptions = await Promise.all(scopes.map(({ id }) => findSubscription(db, id)))
  const now = app.clock.now()
  const free = subscriptions.filter((one) => (heldAt(one, now)?.plan_id ?? 'free') === 'free')
  if (free.length < FREE_PLACES) return
  throw forbidden(
    `You have ${free.length} projects and workspaces on the Free plan, and an account can have ${FREE_PLACES}. Choose a plan for one of them under Billing, or delete one.`,
    [
      {
        path: 'plan.free_places',
        message: `free_places is limited to ${FREE_PLACES}`,
        rule: PLAN_LIMIT,
      },
    ],
  )
}

/** Returns the usage of a project or a bucket, for checking it against the limits of another plan. */
export async function usageIn(db: Reader, scope: CountScope): Promise<Required<Additions>> {
  return {
    buckets: await countOf(db, scope, 'buckets'),
    object_types: await countOf(db, scope, 'object_types'),
    objects: await countOf(db, scope, 'objects'),
    media_files: await countOf(db, scope, 'media_files'),
    media_storage: await countOf(db, scope, 'media_storage'),
  }
}

const limitOf = ({ planId }: ActivePlan, key: QuotaKey): number | null =>
  planOffers[planId].limits[key]

/** Loads the index for counting a bucket's objects, so that a write does not have to wait for it. */
export async function loadForLimits(
  app: PlanSettings & Counting,
  bucket: { readonly bucketId: string },
): Promise<void> {
  if (app.settings.PLAN_LIMITS === 'off') return
  const { planId } = await planFor(app, app.db.read, bucket)
  if (planOffers[planId].limits.objects !== null) await liveObjects(app, bucket.bucketId)
}

const currentUsage = (
  { db: base, columns }: LimitContext,
  db: Reader,
  scope: TeamScope,
  key: keyof Additions,
): Promise<number> =>
  key === 'objects' && base && columns
    ? objectsIn({ db: base, columns }, db, scope)
    : countOf(db, scope, key)

async function assertRoom(
  app: LimitContext,
  db: Reader,
  plan: ActivePlan,
  added: Additions,
  isThere = false,
): Promise<void> {
  for (const [name, more] of Object.entries(added)) {
    const key = name as keyof Additions
    const most = limitOf(plan, key)
    if (most === null || more <= 0) continue
    const now = await currentUsage(app, db, plan.scope, key)
    const before = isThere ? now - more : now
    if (before + more > most) throw refusal(plan, key, before, more)
  }
}

/** Returns the plan in force for a target, and who pays for it. */
export async function planFor(
  { clock }: Pick<LimitContext, 'clock'>,
  db: Reader,
  to: Target,
): Promise<ActivePlan> {
  const scope = await payerOf(db, to)
  const bought = heldAt(await findSubscription(db, scope.id), clock.now())
  return { scope, planId: bought?.plan_id ?? 'free' }
}

const payers = prepared((db, of: { bucketId: string }) =>
  db
    .selectFrom('buckets')
    .innerJoin('projects', 'projects.id', 'buckets.project_id')
    .select(['projects.id', 'projects.workspace_id'])
    .where('buckets.id', '=', of.bucketId),
)

async function payerOf(db: Reader, to: Target): Promise<TeamScope> {
  if (!('bucketId' in to)) return billedScopeOf(db, to)
  const [project] = await payers(db, to)
  if (project?.workspace_id) return { resource: 'workspace', id: project.workspace_id }
  return { resource: 'project', id: project?.id ?? '' }
}

/**
 * Returns the plan within a write, and serialises it with all other writes that add to the payer's usage. SQLite runs
 * one writer at a time; PostgreSQL locks first the bucket's row, as every write to a bucket does, then the payer's row.
 */
async function lockPlanFor(app: LimitContext, db: Reader, to: Target): Promise<ActivePlan> {
  if (engineOf(db) === 'postgres') {
    if ('bucketId' in to)
      await db
        .selectFrom('buckets')
        .select('id')
        .where('id', '=', to.bucketId)
        .forUpdate()
        .execute()
    const { resource, id } = await payerOf(db, to)
    // An update rather than a lock, so that a transaction whose snapshot is outdated fails and runs again.
    await db
      .updateTable(scopeTables[resource])
      .set((eb) => ({ title: eb.ref('title') }))
      .where('id', '=', id)
      .execute()
  }
  return planFor(app, db, to)
}

const nouns: Readonly<Record<Exclude<QuotaKey, 'media_storage'>, readonly [string, string]>> = {
  buckets: ['bucket', 'buckets'],
  team: ['member', 'members'],
  object_types: ['object type', 'object types'],
  objects: ['object', 'objects'],
  media_files: ['media file', 'media files'],
}

/** Formats an amount: `1 bucket`, `1,000 objects`, `5 GB of media`. */
export function formatAmount(key: QuotaKey, amount: number): string {
  if (key === 'media_storage') return `${formatUsage(key, amount)} of media`
  return `${amount.toLocaleString('en-US')} ${nouns[key][amount === 1 ? 0 : 1]}`
}

function refusal(
  { scope, planId }: ActivePlan,
  key: QuotaKey,
  used: number,
  more: number,
): Failure {
  const { name, limits } = planOffers[planId]
  const most = limits[key] ?? 0
  const counted = key === 'team' ? ', counting open invitations' : ''
  const holds = `The ${name} plan of this ${scope.resource} allows ${formatAmount(key, most)}${counted}`
  const rest =
    used >= most
      ? `${isInBytes(key) ? 'and all of it is' : most === 1 ? 'and it is' : 'and all are'} used`
      : `${formatUsage(key, used)} ${used === 1 || isInBytes(key) ? 'is' : 'are'} used, and this would add ${formatUsage(key, more)}`
  const message = `${holds}${used >= most ? ', ' : ': '}${rest}. An admin can change the plan under Billing.`
  return forbidden(message, [
    {
      path: `plan.${key}`,
      message: `${key} is limited to ${formatLimit(key, most)}`,
      rule: PLAN_LIMIT,
    },
  ])
}

/** Describes in sentences how a project or workspace exceeds the limits of a future plan. */
export async function exceededBy(app: App, scope: TeamScope, planId: PlanId): Promise<string[]> {
  if (app.settings.PLAN_LIMITS === 'off') return []
  const { name, limits } = planOffers[planId]
  const usage = await usageOf(app, scope)
  return quotaKeys.flatMap((key) => {
    const most = limits[key]
    if (most === null || usage[key] <= most) return []
    const [has, holds] = [usage[key], most].map((amount) => formatAmount(key, amount))
    return `You use ${has}, and ${name} allows ${holds}. Nothing is deleted, but you cannot add more.`
  })
}
