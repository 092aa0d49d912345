import { bucketSlugOf } from '@typecase/content/bucket-slug'
import { followJob } from '@typecase/content/follow-job'
import { objectsPath } from '@typecase/content/routes'
import { mediaNoun } from '@typecase/content/words/nouns'
import { UNDO_TIME, undoOfChanges } from '@typecase/content/words/undo'
import { formatCount } from '@typecase/ui/count'
import { formatNumber, formatSize } from '@typecase/ui/format'
import { duplicateBucket } from '@typecase/contract/buckets'
import {
  exportBucket,
  type ExportReport,
  fetchMedia,
  getExport,
} from '@typecase/contract/import-export'
import type { Job } from '@typecase/contract/jobs'
import type { ArgsOf, CommandModule, RunContext } from '@typecase/plugin-sdk/command'
import type { Plan } from '@typecase/plugin-sdk/plan'
import { Api, Queries } from '@typecase/plugin-sdk/services'

import type { downloadArgs, duplicateArgs, exportArgs, redirectArgs } from './commands.ts'

const exportAs = (format: 'bucket' | 'markdown'): CommandModule<ArgsOf<typeof exportArgs>> => ({
  async *run({ types, media }, context) {
    const slug = bucketSlugOf(context.facts)
    const body = { include_media: media, format, ...(types?.length && { selected_types: types }) }
    const input = { params: { slug }, body }
    const { job } = await context.services.get(Api).call(exportBucket, input)
    assertDone(yield* followJob(job, slug, context))
    const report = await download(job.id, context)
    const { missing_media: missing } = report
    const lost =
      missing.length > 0
        ? ` The files of ${formatCount(missing.length, mediaNoun)} are missing.`
        : ''
    return { message: `Exported ${heldIn(report)} to ${report.name}.${lost}` }
  },
})

export const exportBucketRun = exportAs('bucket')
export const exportMarkdownRun = exportAs('markdown')

export const exportRedirectsRun: CommandModule<ArgsOf<typeof redirectArgs>> = {
  async *run({ format, path_template: template }, context) {
    const slug = bucketSlugOf(context.facts)
    const body = { format, ...(template && { path_template: template }) }
    const input = { params: { slug }, body }
    const { job } = await context.services.get(Api).call(exportBucket, input)
    assertDone(yield* followJob(job, slug, context))
    const report = await download(job.id, context)
    return { message: `Exported ${heldIn(report)} to ${report.name}.${skippedIn(report)}` }
  },
}

export const downloadExportRun: CommandModule<ArgsOf<typeof downloadArgs>> = {
  async run({ job_id: id }, context) {
    const report = await download(id, context)
    return { message: `Downloading ${report.name}: ${heldIn(report)}.` }
  },
}

export const duplicateBucketRun: CommandModule<ArgsOf<typeof duplicateArgs>> = {
  async *run({ title, media }, context) {
    const slug = bucketSlugOf(context.facts)
    const body = { slug, data: { title, include_media: media } }
    const { services } = context
    const { bucket, job } = await services.get(Api).call(duplicateBucket, { body })
    assertDone(yield* followJob(job, bucket.slug, context))
    await services.get(Queries).invalidateQueries()
    return { message: `Copied the bucket to ${title}.`, open: objectsPath(bucket.slug) }
  },
}

export const fetchMediaRun: CommandModule = {
  async plan(_args, { services, facts }): Promise<Plan> {
    const input = { params: { slug: bucketSlugOf(facts) }, body: { dry_run: true } }
    const { media } = await services.get(Api).call(fetchMedia, input)
    return {
      title: `Fetch the files of ${formatCount(media, mediaNoun)}`,
      counts: [],
      total: media,
      skipped: [],
      changes: [],
      isReversible: true,
      undoTime: UNDO_TIME,
      isNothingToReview: media === 0,
      warnings: ['Objects get the new addresses, also where they are public.'],
    }
  },

  async *run(_args, context) {
    const slug = bucketSlugOf(context.facts)
    const { services } = context
    const { job: started } = await services
      .get(Api)
      .call(fetchMedia, { params: { slug }, body: {} })
    if (!started) return { message: 'No media has its file on another server.' }
    const job = yield* followJob(started, slug, context)
    assertDone(job)
    await services.get(Queries).invalidateQueries()
    const { done, failed, errors, change_set_id: id } = job
    const lost = failed > 0 ? ` ${formatCount(failed, mediaNoun)} stay where they are.` : ''
    return {
      message: `Fetched the files of ${formatCount(done, mediaNoun)}.${lost}`,
      ...(id !== null && { undo: undoOfChanges(slug, id) }),
      ...(failed > 0 && {
        failures: errors.map(({ object_id: object, reason }) => ({
          id: object ?? '',
          reason,
          kind: 'media',
        })),
      }),
    }
  },
}

function assertDone({ status, errors }: Job): void {
  if (status === 'done') return
  throw new Error(errors.at(-1)?.reason ?? `The job was ${status}.`)
}

/** Lets the browser download the file, which may be larger than its memory. */
async function download(job_id: string, { services, facts }: RunContext): Promise<ExportReport> {
  const params = { slug: bucketSlugOf(facts), job_id }
  const { export: exportFile } = await services.get(Api).call(getExport, { params })
  const link = document.createElement('a')
  // On this origin, regardless of the server's public URL.
  link.href = new URL(exportFile.url).pathname
  link.download = exportFile.name
  link.click()
  return exportFile
}

function heldIn({ objects, media, size, redirects }: ExportReport): string {
  if (redirects) return `${formatCount(redirects.written, 'redirect')} (${formatSize(size)})`
  const contents = [formatCount(objects, 'object'), formatCount(media, mediaNoun)]
  return `${contents.join(' and ')} (${formatSize(size)})`
}

function skippedIn({ redirects }: ExportReport): string {
  if (!redirects) return ''
  const { invalid, same, duplicate } = redirects
  const reasons = [
    invalid > 0 && `${formatNumber(invalid)} invalid`,
    same > 0 && `${formatNumber(same)} unchanged`,
    duplicate > 0 && `${formatNumber(duplicate)} repeated`,
  ].filter((reason) => reason !== false)
  return reasons.length > 0 ? ` Skipped old addresses: ${reasons.join(', ')}.` : ''
}
