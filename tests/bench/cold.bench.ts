import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { randomInt } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { getBucket } from '@typecase/contract/buckets'
import type { ImportMapping } from '@typecase/contract/import-export'
import { listObjects, updateObject } from '@typecase/contract/objects'

import { call } from '../e2e/fixtures/api.ts'
import { signUpOwner } from '../e2e/fixtures/people.ts'
import { type RunningServer, startServer } from '../e2e/fixtures/server.ts'
import { bareLoad, load } from './load.ts'
import { residentMb } from './memory.ts'
import { type BenchRow, median, timeRow } from './table.ts'
import { importFile } from './tate-set.ts'

/** Other sizes show the same: `COLD=1000000 npm run bench -- cold`. */
const SIZES = (process.env['COLD'] ?? '10000,100000').split(',').map(Number)
const RUNS = 3
/** Objects of one import: its file is read as a whole. */
const STEP = 100_000
const SAVES_A_SECOND = 5

const STATES = ['new', 'used', 'worn', 'gone']
const WORDS = 'amber basil cedar delta ember fjord grove heath islet jetty knoll ledge'.split(' ')
const pick = <T>(of: readonly T[]): T => of[randomInt(of.length)] as T

const mapping: ImportMapping = {
  format: 'ndjson',
  object_type: 'offers',
  object_type_title: 'Offers',
  status: 'published',
  columns: [
    { from: 'title', to: 'title' },
    { from: 'slug', to: 'slug' },
    { from: 'price', to: 'metadata.price', type: 'number' },
    { from: 'state', to: 'metadata.state', type: 'text' },
    { from: 'text', to: 'metadata.text', type: 'text' },
  ],
}

/** An offer; its texts are as long as those of real ones. */
function offer(number: number) {
  const words = Array.from({ length: 60 }, () => pick(WORDS)).join(' ')
  return JSON.stringify({
    title: `${pick(WORDS)} ${pick(WORDS)} ${number}`,
    slug: `offer-${number}`,
    price: randomInt(100_000) / 10,
    state: pick(STATES),
    text: words,
  })
}

interface Bench {
  server: RunningServer
  slug: string
  token: string
  readKey: string
  ids: readonly string[]
}

/**
 * Queries that nobody asked before, while one client saves five times a second: as a share of a bare route that sends the
 * same bytes.
 */
export async function benchCold(): Promise<BenchRow[]> {
  const rows: BenchRow[] = []
  for (const size of SIZES) rows.push(...(await benchSize(size)))
  return rows
}

async function benchSize(size: number): Promise<BenchRow[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'typecase-bench-'))
  let server = await startServer({ dataDir })
  try {
    const { token, bucket } = await signUpOwner(server, 'bench')
    const { slug } = bucket
    for (let at = 0; at < size; at += STEP) {
      await addOffers(server.url, slug, token, at, Math.min(size, at + STEP))
    }
    // As after a start: nothing is in memory.
    await server.stop()
    server = await startServer({ dataDir })
    const bench = { server, slug, token, ...(await prepare(server.url, slug, token)) }
    return await measure(bench, size)
  } finally {
    await server.stop()
    rmSync(dataDir, { recursive: true })
  }
}

async function addOffers(url: string, slug: string, token: string, from: number, to: number) {
  const folder = mkdtempSync(join(tmpdir(), 'typecase-bench-'))
  try {
    const file = join(folder, 'offers.ndjson')
    const lines = Array.from({ length: to - from }, (_, place) => offer(from + place))
    writeFileSync(file, lines.join('\n'))
    await importFile(url, slug, token, file, mapping)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function prepare(url: string, slug: string, token: string) {
  const { bucket } = await call(url, getBucket, { query: { slug } }, token)
  return { readKey: bucket.api_access.read_key, ids: [] as string[] }
}

/** What is asked: another query each time. */
const queries: Record<string, { path: (bench: Bench) => string; shares: Record<number, number> }> =
  {
    'filter and sort by another field, exact total': {
      path: (bench) => {
        const least = randomInt(80_000) / 10
        const query = {
          type: 'offers',
          'metadata.state': pick(STATES),
          'metadata.price': { $gt: least, $lt: least + randomInt(20_000) / 10 },
        }
        return list(bench, query, '-created_at')
      },
      shares: { 10_000: 0.15, 100_000: 0.05 },
    },
    'contains in title': {
      path: (bench) => {
        const find = `${pick(WORDS)} ${randomInt(1000)}`
        return list(bench, { title: { $regex: find, $options: 'i' } }, '-created_at')
      },
      shares: { 10_000: 0.1, 100_000: 0.02 },
    },
    'sorted by any field': {
      path: (bench) => {
        const sort = pick(['title', '-title', 'metadata.price', '-metadata.price', 'modified_at'])
        return `${list(bench, { type: 'offers' }, sort)}&skip=${randomInt(5000)}`
      },
      shares: { 10_000: 0.3, 100_000: 0.25 },
    },
    'get by id': {
      path: ({ slug, readKey, ids }) =>
        `/v3/buckets/${slug}/objects/${pick(ids)}?read_key=${readKey}`,
      shares: { 10_000: 0.5, 100_000: 0.5, 1_000_000: 0.5 },
    },
  }

const list = ({ slug, readKey }: Bench, query: object, sort: string) =>
  `/v3/buckets/${slug}/objects?read_key=${readKey}&limit=10&sort=${sort}&query=${encodeURIComponent(JSON.stringify(query))}`

async function measure(bench: Bench, size: number): Promise<BenchRow[]> {
  const { server, slug, token } = bench
  const name = `${size.toLocaleString('en')} objects`
  const rows: BenchRow[] = []
  const first = await timed(bench, { limit: 10 })
  rows.push(timeRow(`${name}: first query after a start`, first, 300))
  const filtered = { limit: 10, query: '{"metadata.price":{"$gt":10}}', sort: '-metadata.price' }
  rows.push(timeRow(`${name}: first query that uses a field`, await timed(bench, filtered), 300))

  const { objects } = await call(
    server.url,
    listObjects,
    { query: { slug, limit: 1000, sort: 'random', props: 'id' } },
    token,
  )
  const ids = objects.map(({ object }) => object.id)
  const asking = { ...bench, ids }
  const saving = keepSaving(asking)
  try {
    for (const [what, { path, shares }] of Object.entries(queries)) {
      rows.push(await shareRow(`${name}: ${what}`, asking, path, shares[size]))
    }
  } finally {
    await saving.stop()
  }
  rows.push({
    what: `${name}: memory after that`,
    value: `${residentMb(server.pid).toFixed(0)} MB`,
    budget: '',
  })
  return rows
}

async function timed({ server, slug, token }: Bench, query: object): Promise<number> {
  const start = performance.now()
  await call(server.url, listObjects, { query: { slug, ...query } }, token)
  return performance.now() - start
}

/** Medians: of what the server reaches, and of a bare route right after it each time. */
async function shareRow(
  what: string,
  bench: Bench,
  path: (bench: Bench) => string,
  budget: number | undefined,
): Promise<BenchRow> {
  const { url } = bench.server
  const sample = await fetch(url + path(bench))
  const body = await sample.text()
  // The first of a kind may load what it needs.
  for (let warm = 0; warm < 20; warm++) await fetch(url + path(bench))
  const [rates, bares, p99s]: [number[], number[], number[]] = [[], [], []]
  for (let run = 0; run < RUNS; run++) {
    const measured = await load({
      url,
      requests: [{ setupRequest: (request) => ({ ...request, path: path(bench) }) }],
    })
    rates.push(measured.requestsPerSecond)
    p99s.push(measured.p99)
    bares.push(await bareLoad(body))
  }
  const rate = median(rates)
  const share = rate / median(bares)
  return {
    what,
    value: `${(share * 100).toFixed(1)} % (${rate.toFixed(0)}/s, p99 ${median(p99s)} ms)`,
    budget: budget === undefined ? '' : `≥ ${budget * 100} %`,
    ...(budget !== undefined && { isMet: share >= budget }),
  }
}

function keepSaving({ server, slug, token, ids }: Bench) {
  const stopping = new AbortController()
  const saving = (async () => {
    while (!stopping.signal.aborted) {
      const data = { metadata: { price: randomInt(100_000) / 10 }, status: 'published' as const }
      const body = { slug, object_id: pick(ids), data }
      await call(server.url, updateObject, { body }, token)
      await new Promise((resolve) => setTimeout(resolve, 1000 / SAVES_A_SECOND))
    }
  })()
  return {
    async stop() {
      stopping.abort()
      await saving
    },
  }
}
