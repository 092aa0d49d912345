import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'

import {
  EXPORT_JOB,
  EXPORT_JOBS,
  type ExportReport,
  exportBucket,
  getExport,
  getExportFile,
  isRedirectFormat,
} from '@typecase/contract/import-export'

import type { App } from '../../../app.ts'
import type { Write } from '../../../database/write-queue.ts'
import { conflict, invalid, notFound } from '../../../http/failure.ts'
import { handle, type Route } from '../../../http/handle.ts'
import { actorOf, audit } from '../../audit/audit-log.ts'
import { openBucket } from '../../buckets/bucket-access.ts'
import { readJob } from '../../jobs/store.ts'
import { respondWithBytes } from '../../media-files/bytes-response.ts'
import { fileHeaders } from '../../media-files/file-headers.ts'
import { typeSlugs } from '../../object-types/store.ts'
import { exportFile, expiryOf } from './export-files.ts'
import type { ExportRequest } from './export-task.ts'
import { templateError } from './redirect-addresses.ts'

/** Lifetime of a download address, ms. */
const SIGNED_MS = 3600 * 1000

export function exportRoutes(app: App): Route[] {
  const { db, jobs, clock, sealer, settings, admission } = app

  const signedText = (jobId: string, until: string) => `export ${jobId} ${until}`

  return [
    handle(exportBucket, async (call) => {
      const { principal, params, body } = call
      const access = await openBucket(db, principal, params.slug, 'import:write')
      const { selected_types: types = null, include_media: hasMedia = true, format } = body
      const { path_template: pathTemplate } = body
      const slugs = types && (await typeSlugs(db.read, access))
      const unknown = types?.findIndex((slug) => !slugs?.includes(slug)) ?? -1
      if (unknown >= 0) {
        const path = `selected_types.${unknown}`
        throw invalid(path, `${path} must be an object type of this bucket`, 'reference')
      }
      const isRedirects = isRedirectFormat(format)
      const noTemplate = pathTemplate !== undefined && templateError(pathTemplate, isRedirects)
      if (noTemplate) throw invalid('path_template', noTemplate, 'url')
      const payload: ExportRequest = {
        types,
        hasMedia,
        ...(format && { format }),
        ...(pathTemplate !== undefined && { pathTemplate }),
      }
      const title = `Export ${isRedirects ? 'redirects of ' : ''}${types ? types.join(', ').slice(0, 100) : access.slug}`
      const job = { kind: EXPORT_JOB, title, payload, total: 0 }
      const enqueue = async (write: Write) => {
        const act = { kind: 'bucket.export', bucketId: access.bucketId } as const
        await audit(write, app, actorOf(call), { ...act, details: { format: 'zip' } })
        return { job: await jobs.enqueue(write, access, job) }
      }
      return call.commit(enqueue, access)
    }),

    handle(getExport, async ({ principal, params }) => {
      const access = await openBucket(db, principal, params.slug, 'import:write')
      const job = await readJob(db.read, access, params.job_id)
      if (!job || !EXPORT_JOBS.includes(job.kind)) throw notFound('Export')
      if (job.status !== 'done' || job.finished_at === null)
        throw conflict(`This export has no file: it is ${job.status}.`)
      if (expiryOf(Date.parse(job.finished_at)) <= clock.now())
        throw conflict('The file of this export was removed. Export the bucket again.')
      // `runExport` stored the result.
      const report = job.result as ExportReport
      const until = Math.floor((clock.now() + SIGNED_MS) / 1000).toString(36)
      const signature = `${job.id}.${until}.${sealer.sign(signedText(job.id, until))}`
      const url = `${settings.PUBLIC_URL}/v3/exports/${signature}/${encodeURIComponent(report.name)}`
      return { export: { ...report, url } }
    }),

    handle(getExportFile, async (call) => {
      const { params } = call
      const [jobId = '', until = '', signature = ''] = params.signature.split('.')
      const isGood =
        Number.parseInt(until, 36) * 1000 > clock.now() &&
        sealer.isSigned(signedText(jobId, until), signature)
      // The bucket may have been deleted since.
      const job = isGood
        ? await db.read
            .selectFrom('jobs')
            .select('finished_at')
            .where('id', '=', jobId)
            .where('status', '=', 'done')
            .executeTakeFirst()
        : undefined
      const path = exportFile(settings.DATA_DIR, jobId)
      const isAvailable = expiryOf(Date.parse(job?.finished_at ?? '')) > clock.now()
      const file = isAvailable ? await stat(path).catch(() => undefined) : undefined
      if (!file) throw notFound('Export')
      return respondWithBytes(
        admission,
        {
          size: file.size,
          tag: jobId,
          headers: {
            ...fileHeaders('application/zip', params.name),
            'cache-control': 'private, no-store',
          },
          read: async (range) => createReadStream(path, range),
        },
        call,
      )
    }),
  ]
}
