import { createHash } from 'node:crypto'

import { importBucket } from '@typecase/contract/import-export'
import { listJobs } from '@typecase/contract/jobs'
import { listObjects } from '@typecase/contract/objects'
import { updateObjectType } from '@typecase/contract/object-types'
import { migrateObjectType } from '@typecase/contract/object-types-migrate'
import { connect, databaseFile } from '@typecase/server/database/connection'
import { longWrites } from '@typecase/server/database/undo-log'
import { rollBackUnfinishedWrites } from '@typecase/server/database/long-writes'
import { addManyObjects, addType } from '@typecase/server/testing/content'
import { addOwner, type Owner } from '@typecase/server/testing/people'
import { startTestServer } from '@typecase/server/testing/test-server'
import { waitFor } from '@typecase/server/testing/wait-for'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { call } from '../../e2e/fixtures/api.ts'
import { startServer } from '../../e2e/fixtures/server.ts'
import { openLedger } from './bucket-ledger.ts'
import { copyOf, endOf, newFolder, type PreparedBucket, removeFolder } from './prepared-bucket.ts'

/** Enough for a write of several chunks. */
const COUNT = 6000

let base: string
let owner: Owner
beforeAll(async () => {
  base = newFolder()
  const server = await startTestServer({ DATA_DIR: base })
  owner = await addOwner(server)
  await addType(server, owner, 'things', [{ key: 'size', type: 'text' }])
  await addManyObjects(server, owner, 'things', COUNT, (n) => ({
    metadata: JSON.stringify({ size: String(n) }),
    ...(n % 2 === 0 && { status: 'published' }),
  }))
  await server.close()
})
afterAll(() => removeFolder(base))

/** Tables that change even though no one writes content. */
const APART = [
  'audit_log',
  'jobs',
  'job_inputs',
  'sessions',
  'limits',
  'idempotency_keys',
  'long_writes',
  'undo_steps',
]

/** Hashes every row of content, byte for byte, as a server that starts on a copy of the folder finds it. */
function hashOf(dataDir: string): string {
  const folder = copyOf(dataDir)
  const connection = connect(databaseFile(folder))
  try {
    rollBackUnfinishedWrites(connection)
    const names = connection
      .prepare(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name",
      )
      .pluck()
      .all() as string[]
    const hash = createHash('sha256')
    for (const name of names.filter((one) => !APART.includes(one))) {
      hash.update(name)
      for (const row of connection.prepare(`SELECT * FROM ${name}`).raw().iterate()) {
        hash.update(JSON.stringify(row))
      }
    }
    return hash.digest('hex')
  } finally {
    connection.close()
    removeFolder(folder)
  }
}

/** Counts the steps of a long write in progress, according to its database file. */
function stepsIn(dataDir: string): number {
  const connection = connect(databaseFile(dataDir))
  try {
    if (longWrites(connection).every(({ is_done }) => is_done === 1)) return 0
    return connection.prepare('SELECT count(*) FROM undo_steps').pluck().get() as number
  } finally {
    connection.close()
  }
}

interface Kind {
  title: string
  start: (bucket: PreparedBucket) => Promise<unknown>
  /** Whether a job continues the write. */
  isJob: boolean
}

const kinds: Kind[] = [
  {
    title: 'an import',
    isJob: true,
    start: async ({ url, slug }) => {
      const columns = [{ from: 'title', to: 'title' }]
      const mapping = { format: 'ndjson', object_type: 'rows', columns }
      const rows = Array.from({ length: COUNT }, (_, n) => JSON.stringify({ title: `Row ${n}` }))
      const form = new FormData()
      form.set('import_mode', 'merge')
      form.set('mapping', JSON.stringify(mapping))
      form.set('import_file', new Blob([rows.join('\n')]), 'rows.ndjson')
      await fetch(`${url}/v3/buckets/${slug}${importBucket.path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${owner.token}` },
        body: form,
      })
    },
  },
  {
    title: 'a migration',
    isJob: true,
    start: ({ url, slug }) => {
      const changes = [{ key: 'size', new_key: 'amount', new_type: 'number' as const }]
      return call(
        url,
        migrateObjectType,
        { body: { slug, object_type: 'things', changes } },
        owner.token,
      )
    },
  },
  {
    title: 'the rename of a type',
    isJob: false,
    start: ({ url, slug }) => {
      const body = { slug, type_slug: 'things', data: { slug: 'renamed' } }
      return call(url, updateObjectType, { body }, owner.token)
    },
  },
]

test.for(kinds)(
  'a kill in the middle of $title changes nothing, and a restart finishes the job, if there is one',
  async ({ start, isJob }) => {
    const dataDir = copyOf(base)
    let server = await startServer({ dataDir })
    try {
      const before = hashOf(dataDir)
      const bucket = { url: server.url, owner, slug: owner.bucket.slug }
      const starting = start(bucket).catch(() => {})
      await waitFor(
        () => stepsIn(dataDir),
        (steps) => steps > 500,
      )
      await server.kill()
      await starting
      expect(stepsIn(dataDir)).toBeGreaterThan(500)
      expect(hashOf(dataDir)).toBe(before)

      server = await startServer({ dataDir })
      const next = { ...bucket, url: server.url }
      const { jobs } = await call(next.url, listJobs, { query: { slug: bucket.slug } }, owner.token)
      expect(jobs).toHaveLength(isJob ? 1 : 0)
      for (const job of jobs) expect(await endOf(next, job)).toMatchObject({ status: 'done' })
      const query = { slug: bucket.slug, query: '{"type":"things"}', limit: 1 }
      const { total } = await call(next.url, listObjects, { query }, owner.token)
      expect(total).toBe(COUNT)
      await server.stop()
      const ledger = openLedger(dataDir)
      expect(ledger.faults()).toEqual([])
      ledger.close()
    } finally {
      await server.stop()
      removeFolder(dataDir)
    }
  },
)
