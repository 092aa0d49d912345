import type { Job } from '@typecase/contract/jobs'
import type { BulkResult } from '@typecase/contract/objects'
import type { Grant } from '@typecase/contract/roles'

import type { App } from '../app.ts'
import type { Reader } from '../database/database.ts'
import type { Write, WriteScope } from '../database/write-queue.ts'
import { forgetJobInput, keepJobInput, readJobInput } from '../jobs/job-input.ts'
import { type Chunk, type ChunkStart, runChunks } from '../jobs/run-chunks.ts'
import type { JobContext } from '../jobs/runner.ts'
import { type BucketAccess, withGrant } from '../resources/buckets/bucket-access.ts'
import type { Reason } from '../resources/change-sets/store.ts'
import { type FailedItem, keepFailures } from './failures.ts'

/** Number of items that a call changes while its caller waits; larger changes become a job (decisions §3). */
export const AT_ONCE = 100

/** Numbers of modified items that are published, and of those whose published version changed. */
type Counts = Pick<BulkResult, 'public' | 'went_live'>

/** The result for some items. */
export interface Outcome {
  /** Items that exist. */
  matched: number
  modified: number
  failed: FailedItem[]
  changeSetId: string | null
  /** Further counts of the modified items. */
  counts?: Counts
  /** Further fields of the response to a synchronous call. */
  answer?: Partial<BulkResult>
}

/**
 * A kind of change to many items (objects, media): small changes respond at once, large ones become resumable jobs, and
 * all of them leave change sets.
 */
export interface Work<Params> {
  /** The kind of its jobs, such as `objects.publish`; the part after the dot is the kind of its change sets. */
  readonly kind: string
  /** Returns the title of the change. @param only the title of the item, if there is just one */
  title(params: Params, count: number, only?: string): string
  /** Returns the title of an item. */
  nameOf?(db: Reader, access: BucketAccess, id: string): Promise<string | undefined>
  /** Loads data that the writes look up. It runs before them, because others would wait for it within a write. */
  load?(app: App, access: BucketAccess, params: Params, ids: readonly string[]): Promise<void>
  /** Does slow work before the write of some items. */
  prepare?(app: App, access: BucketAccess, params: Params, ids: readonly string[]): Promise<void>
  /** Changes some items within one write. */
  change(
    app: App,
    write: Write,
    access: BucketAccess,
    params: Params,
    ids: readonly string[],
    reason: Reason,
  ): Promise<Outcome>
}

/** The requester's grant, since a job must not have more rights, and the extension that made the request. */
type Payload = Grant & { readonly extension?: string }

/** Registers the jobs of a kind of change. */
export function registerWork<Params>({ jobs }: Pick<App, 'jobs'>, work: Work<Params>): void {
  jobs.register(
    work.kind,
    (context) => runWork(context, work),
    (app, { id }) => app.db.write(({ db }) => forgetJobInput(db, id), 'read committed'),
  )
}

/**
 * Applies a change to items: directly if they are few, otherwise in a job that stores the ids.
 * @param params plain JSON of any length
 * @param commit runs the write and builds the response of the call
 */
export async function changeMany<Params, Answer = BulkResult>(
  app: App,
  access: BucketAccess,
  work: Work<Params>,
  params: Params,
  ids: readonly string[],
  commit: (
    change: (write: Write) => Promise<BulkResult>,
    scope: WriteScope,
    status?: number,
  ) => Promise<Answer>,
): Promise<Answer> {
  if (ids.length > AT_ONCE) {
    const enqueue = async (write: Write) => ({
      job: await enqueueWork(app, write, access, work, params, ids),
    })
    return commit(enqueue, access, 202)
  }
  await work.load?.(app, access, params, ids)
  await work.prepare?.(app, access, params, ids)
  return commit(async (write) => {
    const [only] = ids
    const isOne = ids.length === 1 && only !== undefined
    const name = isOne ? await work.nameOf?.(write.db, access, only) : undefined
    const title = work.title(params, ids.length, name)
    const reason = { kind: kindOf(work), title, ...(!isOne && { titleOf: titleBy(work, params) }) }
    const outcome = await work.change(app, write, access, params, ids, reason)
    const { matched, modified, failed, changeSetId, counts, answer } = outcome
    await keepFailures(write, access.bucketId, changeSetId, failed)
    const unchanged = ids.length - modified - failed.length
    const counted = { matched, modified, ...addCounts({}, counts) }
    return { ...counted, unchanged, failed, ...answer, change_set_id: changeSetId }
  }, access)
}

const kindOf = ({ kind }: Pick<Work<never>, 'kind'>): string => kind.slice(kind.indexOf('.') + 1)

const titleBy =
  <Params>(work: Work<Params>, params: Params) =>
  (count: number) =>
    work.title(params, count)

async function enqueueWork<Params>(
  { jobs }: Pick<App, 'jobs'>,
  write: Write,
  access: BucketAccess,
  { kind, title }: Work<Params>,
  params: Params,
  ids: readonly string[],
): Promise<Job> {
  const { grant, extension } = access
  const payload: Payload = extension === null ? grant : { ...grant, extension }
  const total = ids.length
  const added = await jobs.enqueue(write, access, {
    kind,
    title: title(params, total),
    payload,
    total,
  })
  await keepJobInput(write.db, added.id, params, ids)
  return added
}

/** The result of a job. */
type Result = Pick<Outcome, 'matched' | 'modified'> & Counts

/** Adds two counts; zeros are omitted. */
function addCounts(before: Counts, more: Counts = {}): Counts {
  const [all, live] = (['public', 'went_live'] as const).map(
    (key) => (before[key] ?? 0) + (more[key] ?? 0),
  )
  return { ...(all && { public: all }), ...(live && { went_live: live }) }
}

/** Runs a job of this kind chunk by chunk, with one change set for all chunks. */
async function runWork<Params>(context: JobContext, work: Work<Params>): Promise<void> {
  const { app, job, payload } = context
  // `enqueueWork` stored this payload.
  const { extension, ...grant } = (payload ?? { role: 'admin' }) as Payload
  const input = await readJobInput(app.db.read, job.id)
  const params = input.params as Params
  const access = withGrant(context.access, grant, extension)
  await work.load?.(app, access, params, input.ids)
  const titleOf = titleBy(work, params)
  // The previous chunk stored this cursor.
  const startOf = (cursor: unknown) => (cursor as number | undefined) ?? 0
  const idsOf = ({ cursor, size }: Pick<ChunkStart, 'cursor' | 'size'>) =>
    input.ids.slice(startOf(cursor), startOf(cursor) + size)
  const prepare = (start: ChunkStart) => work.prepare?.(app, access, params, idsOf(start))
  const change = async (write: Write, start: ChunkStart): Promise<Chunk | undefined> => {
    const { cursor, changeSetId, result } = start
    // The previous chunk stored this result.
    const so = (result as Result | null) ?? { matched: 0, modified: 0 }
    const ids = idsOf(start)
    if (ids.length === 0) return undefined
    const reason = { kind: kindOf(work), title: job.title, titleOf, jobId: job.id, changeSetId }
    const outcome = await work.change(app, write, access, params, ids, reason)
    return {
      cursor: startOf(cursor) + ids.length,
      done: ids.length - outcome.failed.length,
      failures: outcome.failed,
      changeSetId: outcome.changeSetId,
      result: {
        matched: so.matched + outcome.matched,
        modified: so.modified + outcome.modified,
        ...addCounts(so, outcome.counts),
      } satisfies Result,
    }
  }
  await runChunks(context, change, prepare)
}
