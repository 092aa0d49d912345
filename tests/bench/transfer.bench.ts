import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { getBucket } from '@typecase/contract/buckets'
import { exportBucket, type ExportReport, getExport } from '@typecase/contract/import-export'
import { addBucket } from '@typecase/contract/projects'
import { authenticate } from '@typecase/contract/users'

import { startDemo } from '../../packages/demo/src/testing/start-demo.ts'
import { call } from '../e2e/fixtures/api.ts'
import { signUpOwner } from '../e2e/fixtures/people.ts'
import { startServer } from '../e2e/fixtures/server.ts'
import { type Account, endOf, timed } from './bulk-work.ts'
import { peakMb, residentMb } from './memory.ts'
import type { BenchRow } from './table.ts'
import { hasTateSet, importFile, importTateSet, TATE_TOTAL } from './tate-set.ts'

/**
 * Measures exporting a bucket as a zip and importing it into another one: the demo with its pictures, and many objects.
 */
export async function benchTransfer(): Promise<BenchRow[]> {
  return [...(await ofDemo()), ...(hasTateSet() ? await ofManyObjects() : [])]
}

async function ofDemo(): Promise<BenchRow[]> {
  const { server: seeding, demo } = await startDemo()
  await seeding.close()
  const server = await startServer({ dataDir: seeding.dataDir })
  try {
    const { email, password, bucketSlug: slug } = demo
    const { token } = await call(server.url, authenticate, { body: { email, password } })
    return await thereAndBack('the demo', { server, slug, token })
  } finally {
    await server.stop()
  }
}

async function ofManyObjects(): Promise<BenchRow[]> {
  const server = await startServer()
  try {
    const { token, bucket } = await signUpOwner(server, 'bench')
    await importTateSet(server.url, bucket.slug, token)
    const what = `${TATE_TOTAL.toLocaleString('en')} objects`
    return await thereAndBack(what, { server, slug: bucket.slug, token })
  } finally {
    await server.stop()
  }
}

async function thereAndBack(what: string, account: Account): Promise<BenchRow[]> {
  const { server, slug, token } = account
  const { url, dataDir, pid } = server
  const before = residentMb(pid)
  let report: ExportReport | undefined
  const exporting = await timed(async () => {
    const answer = await call(url, exportBucket, { params: { slug }, body: {} }, token)
    const job = await endOf(account, answer)
    const response = await call(url, getExport, { params: { slug, job_id: job?.id ?? '' } }, token)
    report = response.export
    const file = await fetch(response.export.url)
    writeFileSync(join(dataDir, 'export.zip'), new Uint8Array(await file.arrayBuffer()))
  })
  const exported = peakMb(pid)
  const { bucket } = await call(url, getBucket, { query: { slug } }, token)
  const body = { project_id: bucket.project, data: { title: 'Copy' } }
  const { bucket: copy } = await call(url, addBucket, { body }, token)
  const importing = await timed(() =>
    importFile(url, copy.slug, token, join(dataDir, 'export.zip')),
  )
  const { size = 0, objects = 0, media = 0 } = report ?? {}
  return [
    {
      what: `export of ${what}, downloaded`,
      value: `${seconds(exporting)}; ${objects.toLocaleString('en')} objects, ${media} media, ${(size / 1024 / 1024).toFixed(1)} MB`,
      budget: '',
    },
    { what: 'import of that zip into an empty bucket', value: seconds(importing), budget: '' },
    {
      what: 'memory: before, of the export, of the import',
      value: [before, exported, peakMb(pid)].map((mb) => `${mb.toFixed(0)} MB`).join(', '),
      budget: '',
    },
  ]
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`
