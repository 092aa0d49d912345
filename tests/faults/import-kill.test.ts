import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { getBucket } from '@typecase/contract/buckets'
import { importBucket, type ImportMapping } from '@typecase/contract/import-export'
import { getJob, type Job } from '@typecase/contract/jobs'
import { listObjects } from '@typecase/contract/objects'
import { waitFor } from '@typecase/server/testing/wait-for'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { call } from '../e2e/fixtures/api.ts'
import { type RunningServer, startServer } from '../e2e/fixtures/server.ts'
import { type Account, openAccount } from './account.ts'

/** IMPORT_KILLS: a longer run. */
const KILLS = Number(process.env['IMPORT_KILLS'] ?? 10)
const ROWS = 6000

let dataDir: string
let server: RunningServer
let account: Account

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'typecase-kill-import-'))
  server = await startServer({ dataDir })
  account = await openAccount(server)
})
afterAll(async () => {
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const typeOf = (n: number) => `rows-${n}`

async function sendImport(n: number): Promise<Job> {
  const mapping: ImportMapping = {
    format: 'ndjson',
    object_type: typeOf(n),
    status: 'published',
    columns: [
      { from: 'title', to: 'title' },
      { from: 'text', to: 'metadata.text' },
    ],
  }
  const rows = Array.from({ length: ROWS }, (_, row) =>
    JSON.stringify({ title: `Row ${row}`, text: 'some words '.repeat(10) }),
  )
  const form = new FormData()
  form.set('import_mode', 'merge')
  form.set('mapping', JSON.stringify(mapping))
  form.set('import_file', new Blob([rows.join('\n')]), 'rows.ndjson')
  const response = await fetch(`${server.url}/v3/buckets/${account.slug}${importBucket.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${account.token}` },
    body: form,
  })
  return ((await response.json()) as { job: Job }).job
}

async function countOf(n: number): Promise<number> {
  const query = { slug: account.slug, query: JSON.stringify({ type: typeOf(n) }), limit: 1 }
  return (await call(server.url, listObjects, { query }, account.token)).total
}

const readBucket = async () =>
  (await call(server.url, getBucket, { query: { slug: account.slug } }, account.token)).bucket

test(
  `${KILLS} kills during imports: each import happens whole, once, and ends`,
  { timeout: 60_000 + KILLS * 30_000 },
  async () => {
    for (let n = 0; n < KILLS; n += 1) {
      const job = await sendImport(n)
      // Anywhere from before its thread runs to after its commit.
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 2500))
      await server.kill()
      server = await startServer({ dataDir })

      // From the first moment on the bucket is as it was, or complete.
      expect([0, ROWS]).toContain(await countOf(n))
      const ended = await waitFor(
        () => call(server.url, getJob, { query: { job_id: job.id } }, account.token),
        (answer) => answer.job.finished_at !== null,
        60_000,
      )
      expect(ended.job).toMatchObject({
        status: 'done',
        result: { objects: { added: ROWS }, total_errors: 0 },
      })
      expect(await countOf(n)).toBe(ROWS)
      expect((await readBucket()).importing).toBe(false)
    }
    await waitFor(
      () => readdirSync(join(dataDir, 'tmp')),
      (files) => files.length === 0,
    )
  },
)
