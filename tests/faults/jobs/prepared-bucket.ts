import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { getJob, type Job } from '@typecase/contract/jobs'
import { addManyObjects, addType } from '@typecase/server/testing/content'
import { addMedia } from '@typecase/server/testing/media'
import { addOwner, type Owner } from '@typecase/server/testing/people'
import { startTestServer } from '@typecase/server/testing/test-server'
import { waitFor } from '@typecase/server/testing/wait-for'

import { call } from '../../e2e/fixtures/api.ts'

/** Enough for a job of several chunks. */
export const COUNT = 1500
/** Every tenth object lacks a note, a count and a size in numbers, so that some work fails for it. */
export const BARE = COUNT / 10
export const FULL = COUNT - BARE

export const TYPE = 'things'

/** Maximum length of a title; a longer word does not fit. */
const LONGEST_TITLE = 1000

/** A running server with a job's bucket and its owner. */
export interface PreparedBucket {
  url: string
  owner: Owner
  slug: string
}

/** Prepares a data folder with many objects of one type, as many media, and their owner. */
export async function prepareBucket(): Promise<{ dataDir: string; owner: Owner }> {
  const dataDir = newFolder()
  const server = await startTestServer({ DATA_DIR: dataDir })
  const owner = await addOwner(server)
  await addType(server, owner, TYPE, [
    { key: 'count', type: 'number' },
    { key: 'note', type: 'text', required: true },
    { key: 'size', type: 'text' },
  ])
  await addManyObjects(server, owner, TYPE, COUNT, (n) => ({
    title: `Old thing ${n}`,
    metadata: JSON.stringify(
      n % 10 === 0 ? { size: 'n/a' } : { count: 0, note: 'old', size: String(n) },
    ),
  }))
  await addMedia(
    server,
    owner,
    Array.from({ length: COUNT }, (_, n) => ({
      title: n % 10 === 0 ? 'Old image '.padEnd(LONGEST_TITLE, 'x') : `Old image ${n}`,
    })),
  )
  await server.close()
  return { dataDir, owner }
}

export const newFolder = (): string => mkdtempSync(join(tmpdir(), 'typecase-job-kill-'))

export function copyOf(dataDir: string): string {
  const folder = newFolder()
  cpSync(dataDir, folder, { recursive: true })
  return folder
}

export const removeFolder = (dataDir: string): void =>
  rmSync(dataDir, { recursive: true, force: true })

/** Waits for the end of a job. */
export async function endOf({ url, owner }: PreparedBucket, { id }: Pick<Job, 'id'>): Promise<Job> {
  const { job } = await waitFor(
    () => call(url, getJob, { query: { job_id: id } }, owner.token),
    (answer) => answer.job.finished_at !== null,
    60_000,
  )
  return job
}
