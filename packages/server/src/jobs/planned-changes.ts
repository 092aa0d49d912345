import type { App } from '../app.ts'
import type { Write } from '../database/write-queue.ts'
import { Failure } from '../http/failure.ts'
import { type BucketAccess, openBucketForJob } from '../resources/buckets/bucket-access.ts'
import { bulkTitle, changeObjects } from '../resources/objects/changes/bulk/change-objects.ts'
import { readObjects } from '../resources/objects/store/store.ts'
import { loadUniqueValues } from '../resources/objects/queries/unique-holders.ts'
import { writeObjects } from '../resources/objects/store/write-objects.ts'
import { releasedUntil } from '../resources/releases/store.ts'

/** The planned verbs and their columns, in the order of execution. */
const plans = [
  { verb: 'publish', column: 'publish_at' },
  { verb: 'unpublish', column: 'unpublish_at' },
] as const
type Plan = (typeof plans)[number]

/** Number of objects changed per write: other writers wait for it. */
const CHUNK = 100

/** The kind of job that reports a planned change that failed. */
export const PLANNED_CHANGE_FAILED = 'objects.planned'

interface FailedItem {
  object_id: string
  title: string
  reason: string
}

/**
 * Publishes and unpublishes objects that are due. The columns are authoritative: the write that makes a change also
 * checks and clears them, so that each plan runs once in spite of retries and several processes.
 * @returns the number of processed objects
 */
export async function carryOutPlans(app: App): Promise<number> {
  let total = 0
  for (const plan of plans) {
    for (const bucket of await bucketsWithDue(app, plan)) {
      // A long write holds this bucket: its plans run afterwards, and plans of other buckets need not wait.
      if (app.db.isHeld({ bucketId: bucket.id })) continue
      try {
        total += await carryOutIn(app, bucket, plan)
      } catch (reason) {
        // Plans of other buckets need not wait for what fails here, perhaps each time.
        app.log.error(
          { err: reason, bucket: bucket.id },
          'planned changes could not be carried out',
        )
      }
    }
  }
  return total
}

async function carryOutIn(
  app: App,
  { id, slug }: { id: string; slug: string },
  plan: Plan,
): Promise<number> {
  // The server acts without a user; the revision names the person who made the plan.
  const access = openBucketForJob(id, slug, null)
  await loadUniqueValues(app, access)
  let total = 0
  for (;;) {
    const count = await app.db.write((write) => carryOutChunk(app, write, access, plan), access)
    total += count
    if (count < CHUNK) return total
  }
}

const bucketsWithDue = ({ db, clock }: App, { column }: Plan) =>
  db.read
    .selectFrom('objects')
    .innerJoin('buckets', 'buckets.id', 'objects.bucket_id')
    .select(['buckets.id', 'buckets.slug'])
    .distinct()
    .where(column, '<=', clock.now())
    .where('deleted_at', 'is', null)
    .execute()

/** Carries out the next due plans of a bucket; an end always follows its beginning. @returns how many objects were due */
async function carryOutChunk(
  app: App,
  write: Write,
  access: BucketAccess,
  { verb, column }: Plan,
): Promise<number> {
  const now = app.clock.now()
  const due = await write.db
    .selectFrom('objects')
    .select(['id', 'title'])
    .where('bucket_id', '=', access.bucketId)
    .where(column, '<=', now)
    .where('deleted_at', 'is', null)
    // An object whose both times have passed since this run began is published by the next run, and then unpublished.
    // One in a release that is due, or being published, waits for that.
    .$if(verb === 'unpublish', (query) =>
      query
        .where((where) =>
          where.or([where('publish_at', 'is', null), where('publish_at', '>', now)]),
        )
        .where('id', 'not in', releasedUntil(write.db, access, now).select('o.object_id')),
    )
    .orderBy(column)
    .limit(CHUNK)
    .execute()
  if (due.length === 0) return 0
  const ids = due.map(({ id }) => id)
  const change = { kind: verb, params: null }
  const titleOf = (count: number, only?: string) => `${bulkTitle(change, count, only)} as planned`
  const title = titleOf(ids.length, due[0]?.title)
  const reason = { kind: verb, title, ...(ids.length > 1 && { titleOf }) }
  const { failed } = await changeObjects(app, write, access, change, ids, reason)
  await dropPlans(app, write, access, column, failed)
  return due.length
}

/**
 * Drops plans that cannot be carried out, which would otherwise be retried for ever. A failed job reports the reason.
 */
async function dropPlans(
  app: App,
  write: Write,
  access: BucketAccess,
  column: Plan['column'],
  failed: readonly FailedItem[],
): Promise<void> {
  if (failed.length === 0) return
  const ids = failed.map((failure) => failure.object_id)
  const objects = await readObjects(write.db, access, ids)
  const changes = [...objects.values()].map((before) => ({
    before,
    after: { ...before.state, [column]: null },
  }))
  const reason = { kind: 'update', title: `Drop the plan of ${changes.length} objects` }
  await writeObjects(app, write, access, changes, reason)
  for (const failure of failed) {
    await app.jobs.enqueue(write, access, {
      kind: PLANNED_CHANGE_FAILED,
      title: `Publish “${failure.title}” as planned`,
      payload: failure,
      total: 1,
    })
  }
}

/** Registers the jobs that report failed plans: each ends as failed with its reason, where people see their jobs. */
export function registerPlannedChanges({ jobs, db }: App): void {
  jobs.register(PLANNED_CHANGE_FAILED, async ({ payload, advance }) => {
    // `dropPlans` stored this payload.
    const failure = payload as FailedItem
    await db.write((write) => advance(write, { failed: 1, errors: [failure] }), 'read committed')
    throw new Failure('invalid', `It was not published: ${failure.reason}`)
  })
}
