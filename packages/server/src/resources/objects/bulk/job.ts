import type { BulkScope } from '@typecase/contract/bulk-scope'
import type { Job } from '@typecase/contract/jobs'
import type { BulkResult } from '@typecase/contract/objects'
import type { BucketRole } from '@typecase/contract/roles'

import type { App } from '../../../app.ts'
import type { Reader } from '../../../database/database.ts'
import type { Write } from '../../../database/write-queue.ts'
import type { Commit } from '../../../http/handle.ts'
import { readJobObjects } from '../../../jobs/job-objects.ts'
import { readJobParams } from '../../../jobs/job-params.ts'
import { enqueueOverIds, registerOverIds, runOverIds } from '../../../jobs/over-ids.ts'
import type { JobContext } from '../../../jobs/runner.ts'
import { type BucketAccess, openBucketForJob } from '../../buckets/bucket-access.ts'
import { keepFailures } from '../../change-sets/failures.ts'
import { bulkTitle, changeObjects, placeIn } from './change-objects.ts'
import { type BulkChange, jobKindOf } from './change.ts'
import { bulkKinds, kindOf } from './kinds.ts'
import { assertNoPage } from './make-plan.ts'
import { idsInScope, modelsInScope } from './scope.ts'
import type { Finding } from '../find-objects.ts'
import { readObjects } from '../store.ts'
import { loadUniqueValues } from '../unique-holders.ts'

/** Objects that a call changes while its caller waits; more become a job (decisions §3). */
export const AT_ONCE = 100

interface Payload {
  /** The kind of the change; its params are kept apart. */
  kind: string
  /** Of the one who asked: a job may do no more than they could. */
  role: BucketRole
}

export function registerBulkJobs(app: App): void {
  for (const kind of Object.keys(bulkKinds)) registerOverIds(app, jobKindOf(kind), runBulk)
}

/** A change of many objects as a call asks for it. */
export interface Asked {
  change: BulkChange
  scope: BulkScope
  /** The other locales of each object too: those of the same type and slug. */
  allLocales?: boolean
  /** The ids of all of them, where they were looked up already. */
  ids?: readonly string[]
}

/** Changes the objects that a call is about: at once while they are few, else by a job. */
export async function changeAsked(
  app: App,
  access: BucketAccess,
  { change, scope, allLocales, ids: known }: Asked,
  commit: Commit,
): Promise<BulkResult> {
  assertNoPage(scope)
  const ids = known ?? (await idsInScope(app, access, scope, allLocales))
  await assertFits(app, access, change, ids)
  return changeIds(app, access, change, ids, commit)
}

/** Objects whose types are looked up at first. */
const FEW = 50

/** @throws Failure `invalid` for a change that cannot be right for any of these objects */
export async function assertFits(
  app: Finding,
  access: BucketAccess,
  change: BulkChange,
  ids: readonly string[],
): Promise<void> {
  const { check } = kindOf(change)
  if (!check) return
  const fits = async (some: readonly string[]) => {
    const models = await modelsInScope(app, access, some)
    await check(change.params, models, placeIn(app, app.db.read, access))
    return models.length > 0
  }
  // What is right for one type is enough: those of all are looked up only where it is right for none of a few.
  const isSure = ids.length > FEW && (await fits(ids.slice(0, FEW)).catch(() => false))
  if (!isSure) await fits(ids)
}

/** Changes these objects, which the change fits: at once while they are few, else by a job. */
export async function changeIds(
  app: App,
  access: BucketAccess,
  change: BulkChange,
  asked: readonly string[],
  commit: Commit,
): Promise<BulkResult> {
  const ids = kindOf(change).isAdding ? asked.toReversed() : asked
  if (ids.length > AT_ONCE) {
    const enqueue = async (write: Write) => ({
      job: await enqueueBulk(app, write, access, change, ids),
    })
    return commit(enqueue, { status: 202 })
  }
  await loadFor(app, access, change, ids)
  return commit(async (write) => {
    const title = await titleOf(write.db, access, change, ids)
    const reason = { kind: change.kind, title, ...(ids.length > 1 && { titleOf: titleBy(change) }) }
    const outcome = await changeObjects(app, write, access, change, ids, reason)
    const { matched, modified, failed, copies, changeSetId } = outcome
    await keepFailures(write.db, access, changeSetId, failed)
    const unchanged = ids.length - modified - failed.length
    return {
      matched,
      modified,
      unchanged,
      failed,
      ...(copies.length > 0 && { copies: copies.toReversed() }),
      change_set_id: changeSetId,
    }
  })
}

/** Loads what the writes of a change look up. */
async function loadFor(
  app: App,
  access: BucketAccess,
  change: BulkChange,
  ids: readonly string[],
): Promise<void> {
  if (!kindOf(change).isKeepingUnique) return
  await loadUniqueValues(app, access, await modelsInScope(app, access, ids))
}

const titleBy = (change: BulkChange) => (count: number) => bulkTitle(change, count)

async function titleOf(
  db: Reader,
  access: BucketAccess,
  change: BulkChange,
  ids: readonly string[],
): Promise<string> {
  const objects = ids.length === 1 ? await readObjects(db, access, ids) : new Map()
  const [only] = objects.values()
  return bulkTitle(change, ids.length, only?.state.title)
}

/** Puts a change of many objects into the queue, with the ids as they are now. */
function enqueueBulk(
  app: App,
  write: Write,
  access: BucketAccess,
  change: BulkChange,
  ids: readonly string[],
): Promise<Job> {
  const payload: Payload = { kind: change.kind, role: access.role }
  const title = bulkTitle(change, ids.length)
  const job = { kind: jobKindOf(change.kind), title, payload }
  return enqueueOverIds(app, write, access, job, ids, change.params)
}

async function runBulk(context: JobContext): Promise<void> {
  const { app, job, payload } = context
  // What `enqueueBulk` stored.
  const { kind, role } = payload as Payload
  const change: BulkChange = { kind, params: await readJobParams(app.db.read, job.id) }
  const { bucketId, slug, userId } = context.access
  const access = openBucketForJob(bucketId, slug, userId, role)
  const ids = await readJobObjects(app.db.read, job.id, 0, job.total)
  await loadFor(app, access, change, ids)
  await runOverIds(context, kind, titleBy(change), (write, ids, reason) =>
    changeObjects(app, write, access, change, ids, reason),
  )
}
