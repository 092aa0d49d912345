import { duplicateBucket } from '@typecase/contract/buckets'

import type { App } from '../../../app.ts'
import type { Write } from '../../../database/write-queue.ts'
import { handle, type Route } from '../../../http/handle.ts'
import type { JobContext } from '../../../jobs/runner.ts'
import { actorOf, audit } from '../../audit/audit-log.ts'
import { type BucketAccess, openBucket } from '../../buckets/bucket-access.ts'
import { createBucket } from '../../buckets/create-bucket.ts'
import { readBucket } from '../../buckets/store.ts'
import { usageIn, takeWithinLimits } from '../../plans/limits.ts'
import { openProject } from '../../projects/project-access.ts'
import { APPLIED_CURSOR } from '../applying/apply-import.ts'
import { copyFile, removeFile } from '../import-files.ts'
import { importFile } from '../import-job.ts'
import type { ImportRequest } from '../import-task.ts'
import { writeArchive } from './export-job.ts'

const DUPLICATE = 'duplicate-bucket'

/** The payload of the job, which belongs to the new bucket. */
interface DuplicateRequest {
  from: { bucketId: string; slug: string }
  hasMedia: boolean
}

/** Settings that the copy of a bucket takes over. */
const COPIED_SETTINGS = [
  'settings',
  'read_key_reads_drafts',
  'media_is_private',
  'media_keeps_location',
  'autosaves_drafts',
  'reads_without_key',
] as const

/** Registers the endpoint that copies a bucket: it imports the bucket's export into a new one. */
export function duplicateRoute(app: App): Route {
  const { db, jobs, settings } = app
  jobs.register(DUPLICATE, runDuplicate, async (_app, job) =>
    removeFile(copyFile(settings.DATA_DIR, job.id)),
  )

  return handle(duplicateBucket, async (call) => {
    const { principal, commit } = call
    const { slug, data } = call.body
    const from = await openBucket(db, principal, slug, 'import:write')
    const source = await db.read
      .selectFrom('buckets')
      .select(['project_id', 'title', ...COPIED_SETTINGS])
      .where('id', '=', from.bucketId)
      .executeTakeFirstOrThrow()
    const { project_id: id, title, ...settings } = source
    const { projectId } = await openProject(db.read, principal, id, 'contents:add')
    const hasMedia = data.include_media ?? true
    return commit(async (write) => {
      await takeForCopy(app, write, from, projectId, hasMedia)
      const access = await createBucket(app, write, {
        projectId,
        creator: principal,
        title: data.title ?? `${title.slice(0, 190)} (copy)`,
        slug: data.slug,
        isDefault: false,
      })
      await audit(write, app, actorOf(call), { kind: 'bucket.add', bucketId: access.bucketId })
      await write.db
        .updateTable('buckets')
        .set(settings)
        .where('id', '=', access.bucketId)
        .execute()
      const payload: DuplicateRequest = {
        from: { bucketId: from.bucketId, slug },
        hasMedia,
      }
      const job = { kind: DUPLICATE, title: `Copy ${slug}`, payload, total: 0 }
      return {
        bucket: await readBucket(write.db, app, access),
        job: await jobs.enqueue(write, access, job),
      }
    }, 'serializable')
  })
}

/**
 * Checks that the plan has room for everything that is copied, before the new bucket exists.
 * @throws Failure `forbidden` if it does not
 */
async function takeForCopy(
  app: App,
  write: Write,
  { bucketId }: BucketAccess,
  projectId: string,
  hasMedia: boolean,
): Promise<void> {
  if (app.settings.PLAN_LIMITS === 'off') return
  const { object_types, objects, ...all } = await usageIn(write.db, {
    resource: 'bucket',
    id: bucketId,
  })
  const { media_files, media_storage } = all
  const media = hasMedia ? { media_files, media_storage } : {}
  const copied = { buckets: 1, object_types, objects, ...media }
  await takeWithinLimits(app, write, { resource: 'project', id: projectId }, copied)
}

async function runDuplicate(context: JobContext): Promise<void> {
  const { app, job, payload, cursor } = context
  if (cursor === APPLIED_CURSOR) return
  // The handler above wrote the payload.
  const { from, hasMedia } = payload as DuplicateRequest
  const file = copyFile(app.settings.DATA_DIR, job.id)
  await writeArchive(context, from, { types: null, hasMedia }, file)
  const request: ImportRequest = {
    upload: '',
    name: from.slug,
    mode: 'merge',
    dryRunMode: 'merge',
    mapping: null,
    skipInvalid: false,
    publishes: true,
    fetchesMedia: false,
  }
  await importFile(context, request, file)
}
