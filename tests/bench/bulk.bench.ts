import { bulkEditObjects } from '@typecase/contract/bulk-edit'
import { undoChangeSet } from '@typecase/contract/change-sets'
import type { Job } from '@typecase/contract/jobs'
import { listObjects, publishObjects, unpublishObjects } from '@typecase/contract/objects'

import { call } from '../e2e/fixtures/api.ts'
import { signUpOwner } from '../e2e/fixtures/people.ts'
import { startServer } from '../e2e/fixtures/server.ts'
import { type Account, endOf, timed, watch } from './bulk-work.ts'
import { peakMb } from './memory.ts'
import { type BenchRow, median, percentile, timeRow } from './table.ts'
import { importTateSet, TATE_TOTAL } from './tate-set.ts'

const RUNS = 5
const MANY = 10_000

/** Measures bulk changes as their caller sees them, to the end of the job, and the delay of other clients meanwhile. */
export async function benchBulk(): Promise<BenchRow[]> {
  const server = await startServer()
  try {
    const { token, bucket } = await signUpOwner(server, 'bench')
    const account: Account = { server, slug: bucket.slug, token }
    await importTateSet(server.url, bucket.slug, token)
    const ids = await newestIds(account, MANY)
    const some = { object_ids: ids.slice(0, 1000) }

    const times: number[] = []
    for (let run = 0; run <= RUNS; run += 1) {
      const ms = await timed(() => appendDot(account, some))
      if (run > 0) times.push(ms)
    }

    const planned = await timed(() => appendDot(account, { query: {}, dry_run: true }))
    const others = watch(account, ids[0] ?? '')
    let whole: Job | undefined
    const changed = await timed(async () => (whole = await appendDot(account, { query: {} })))
    const waited = await others.stop()
    const undone = await timed(async () => {
      const body = { slug: bucket.slug, change_set_id: whole?.change_set_id ?? '' }
      await endOf(account, await call(server.url, undoChangeSet, { body }, token))
    })

    const body = { slug: bucket.slug, object_ids: ids }
    await endOf(account, await call(server.url, unpublishObjects, { body }, token))
    const published = await timed(async () =>
      endOf(account, await call(server.url, publishObjects, { body }, token)),
    )
    return [
      timeRow('bulk update of 1,000 with revisions and change set', median(times), 100),
      timeRow('publish of 10,000', published, 1000),
      timeRow(`bulk update of ${TATE_TOTAL}`, changed),
      timeRow('its dry run', planned),
      timeRow('its undo', undone),
      timeRow('meanwhile: get by id, p95', percentile(waited.get, 0.95), 100),
      timeRow('meanwhile: list of 10 by five clients, p95', percentile(waited.list, 0.95), 100),
      { what: 'memory, peak', value: `${peakMb(server.pid).toFixed(0)} MB`, budget: '' },
    ]
  } finally {
    await server.stop()
  }
}

/** Appends a dot to the content of all objects, so that none stays unchanged. */
async function appendDot(account: Account, scope: object): Promise<Job | undefined> {
  const { server, slug, token } = account
  const data = { fields: { content: { op: 'append' as const, value: '.' } } }
  const body = { slug, ...scope, data }
  return endOf(account, await call(server.url, bulkEditObjects, { body }, token))
}

async function newestIds({ server, slug, token }: Account, count: number): Promise<string[]> {
  const ids: string[] = []
  while (ids.length < count) {
    const query = { slug, limit: 1000, skip: ids.length, query: '{"type":"artworks"}', props: 'id' }
    const { objects } = await call(server.url, listObjects, { query }, token)
    ids.push(...objects.map(({ object }) => object.id))
  }
  return ids
}
