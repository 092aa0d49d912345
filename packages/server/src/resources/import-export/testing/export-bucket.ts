import { exportBucket, type ExportReport, getExport } from '@typecase/contract/import-export'
import type { BodyOf } from '@typecase/contract/endpoint'
import type { Job } from '@typecase/contract/jobs'
import { fromBufferPromise } from 'yauzl'
import { ZipFile } from 'yazl'
import { buffer } from 'node:stream/consumers'

import type { Owner } from '../../../testing/people.ts'
import type { TestServer } from '../../../testing/test-server.ts'
import { fetchFile } from '../../../testing/uploads.ts'
import { endOf } from './import-file.ts'

/** Exports a bucket, and waits for the end of the job. */
export async function exportToEnd(
  server: TestServer,
  owner: Owner,
  body: BodyOf<typeof exportBucket> = {},
): Promise<{ job: Job; report: ExportReport }> {
  const input = { params: { slug: owner.bucket.slug }, body }
  const { job } = (await server.call(exportBucket, input, owner)).ok()
  const ended = await endOf(server, owner, job)
  if (ended.status !== 'done') throw new Error(JSON.stringify(ended.errors))
  return { job: ended, report: ended.result as ExportReport }
}

/** Exports a bucket. @returns the zip */
export async function exported(
  server: TestServer,
  owner: Owner,
  body?: BodyOf<typeof exportBucket>,
): Promise<Buffer> {
  const { job } = await exportToEnd(server, owner, body)
  const params = { slug: owner.bucket.slug, job_id: job.id }
  const { export: made } = (await server.call(getExport, { params }, owner)).ok()
  return (await fetchFile(server, made.url)).bytes
}

/** The files of a zip, by name. */
export async function unzip(bytes: Buffer): Promise<Map<string, Buffer>> {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true })
  const files = new Map<string, Buffer>()
  for await (const entry of zip.eachEntry())
    files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)))
  return files
}

/** A zip of some files. */
export async function zipOf(files: Iterable<readonly [string, Buffer | string]>): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, bytes] of files) zip.addBuffer(Buffer.from(bytes), name)
  zip.end()
  return buffer(zip.outputStream)
}
