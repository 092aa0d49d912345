import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { addObject, listObjects } from '@typecase/contract/objects'
import { addObjectType } from '@typecase/contract/object-types'

import { call } from '../e2e/fixtures/api.ts'
import { signUpOwner } from '../e2e/fixtures/people.ts'
import { startServer } from '../e2e/fixtures/server.ts'
import { timed } from './bulk-work.ts'
import { copyBucket, type Filled, fillBucket } from './fill.ts'
import { type BenchRow, median, ms } from './table.ts'

const OBJECTS = 5000
/** Fewer buckets give the same picture sooner: `BUCKETS=40 npm run bench -- buckets`. */
const BUCKETS = Number(process.env['BUCKETS'] ?? 400)
const RUNS = 301

const FIELDS = ['price', 'weight'].map((key) => ({ key, title: key, type: 'number' as const }))

function* works(): Generator<Filled> {
  for (let n = 0; n < OBJECTS; n++)
    yield { type: 'works', title: `Work ${n}`, metadata: { price: n % 997, weight: n % 31 } }
}

/** Measures inserts on a server with one bucket and on one with many, alternating. */
export async function benchBuckets(): Promise<BenchRow[]> {
  const [one, many] = [await openServer(1), await openServer(BUCKETS)]
  try {
    const times: [number[], number[]] = [[], []]
    for (let run = 0; run < RUNS; run++) {
      times[0].push(await timed(() => one.insert(run)))
      times[1].push(await timed(() => many.insert(run)))
    }
    const [alone, withNeighbours] = [median(times[0]), median(times[1])]
    return [
      {
        what: `insert: 1 bucket → ${BUCKETS} buckets of ${OBJECTS.toLocaleString('en')} objects`,
        value: `${ms(alone)} → ${ms(withNeighbours)} (× ${(withNeighbours / alone).toFixed(2)})`,
        budget: '≤ × 1.20',
        isMet: withNeighbours / alone <= 1.2,
      },
    ]
  } finally {
    await one.remove()
    await many.remove()
  }
}

async function openServer(buckets: number) {
  const dataDir = mkdtempSync(join(tmpdir(), 'typecase-bench-'))
  let server = await startServer({ dataDir })
  const { token, bucket } = await signUpOwner(server, 'bench')
  const { slug } = bucket
  const type = { title: 'Works', slug: 'works', metafields: FIELDS }
  await call(server.url, addObjectType, { body: { slug, data: type } }, token)
  await server.stop()
  fillBucket(dataDir, slug, works())
  copyBucket(dataDir, slug, buckets - 1)
  server = await startServer({ dataDir })
  // Filtering comes first, in case a server builds an index for it that every insert has to update.
  for (const { key } of FIELDS) {
    const query = JSON.stringify({ [`metadata.${key}`]: { $gt: 7 } })
    await call(server.url, listObjects, { query: { slug, query } }, token)
  }
  return {
    async insert(n: number) {
      const data = { type: 'works', title: `New ${n}`, metadata: { price: n, weight: n } }
      await call(server.url, addObject, { body: { slug, data } }, token)
    },
    async remove() {
      await server.stop()
      rmSync(dataDir, { recursive: true })
    },
  }
}
