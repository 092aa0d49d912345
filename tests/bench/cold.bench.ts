import { mkdtempSync, rmSync } from 'node:fs'
import { randomInt } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { getBucket } from '@typecase/contract/buckets'
import { newId } from '@typecase/contract/ids'
import { addObjectType } from '@typecase/contract/object-types'
import { listObjects, updateObject } from '@typecase/contract/objects'

import { call } from '../e2e/fixtures/api.ts'
import { signUpOwner } from '../e2e/fixtures/people.ts'
import { type RunningServer, startServer } from '../e2e/fixtures/server.ts'
import { type Filled, fillBucket } from './fill.ts'
import { bareLoad, load } from './load.ts'
import { residentMb } from './memory.ts'
import { type BenchRow, median, timeRow } from './table.ts'

/** Other sizes give the same picture: `COLD=1000000 npm run bench -- cold`. */
const SIZES = (process.env['COLD'] ?? '10000,100000').split(',').map(Number)
const RUNS = 3
const SINGLE_RUNS = 101
/** Bytes of a number column per row. */
const COLUMN_BYTES = 40
const SAVES_A_SECOND = 5

const STATES = ['new', 'used', 'worn', 'gone']
const LANDS = ['at', 'ch', 'de', 'fr']
const WORDS = 'amber basil cedar delta ember fjord grove heath islet jetty knoll ledge'.split(' ')
const pick = <T>(of: readonly T[]): T => of[randomInt(of.length)] as T

const text = (key: string) => ({ key, title: key, type: 'text' as const })
const relation = (key: string, object_type: string) => ({
  key,
  title: key,
  type: 'object' as const,
  object_type,
})
const number = (key: string) => ({ key, title: key, type: 'number' as const })

/** Offers have a seller, and sellers a city. A filter on one of the fields accepts a quarter. */
const TYPES = {
  cities: [text('land')],
  sellers: [text('land'), relation('city', 'cities')],
  offers: [
    number('price'),
    number('weight'),
    text('state'),
    text('text'),
    relation('seller', 'sellers'),
  ],
}

/** Yields offers with texts as long as real ones, after the objects that they refer to. */
function* offers(size: number): Generator<Filled> {
  const cities = Array.from({ length: 100 }, () => newId())
  const sellers = Array.from({ length: Math.ceil(size / 20) }, () => newId())
  for (const id of cities)
    yield { id, type: 'cities', title: pick(WORDS), metadata: { land: pick(LANDS) } }
  for (const id of sellers) {
    const metadata = { land: pick(LANDS), city: pick(cities) }
    yield { id, type: 'sellers', title: pick(WORDS), metadata }
  }
  for (let n = 0; n < size; n++) {
    const metadata = {
      price: randomInt(100_000) / 10,
      weight: randomInt(1000),
      state: pick(STATES),
      text: Array.from({ length: 60 }, () => pick(WORDS)).join(' '),
      seller: pick(sellers),
    }
    yield { type: 'offers', title: `${pick(WORDS)} ${pick(WORDS)} ${n}`, metadata }
  }
}

interface Bench {
  server: RunningServer
  slug: string
  token: string
  readKey: string
  ids: readonly string[]
}

/**
 * Measures queries that the server has not seen before, while one client saves five times a second, as a share of a
 * bare route that sends the same bytes.
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
    for (const [type, metafields] of Object.entries(TYPES)) {
      const data = { title: type, slug: type, metafields }
      await call(server.url, addObjectType, { body: { slug, data } }, token)
    }
    await server.stop()
    fillBucket(dataDir, slug, offers(size))
    server = await startServer({ dataDir, env: { METRICS: 'on' } })
    const bench = { server, slug, token, ...(await prepare(server.url, slug, token)) }
    return await measure(bench, size)
  } finally {
    await server.stop()
    rmSync(dataDir, { recursive: true })
  }
}

async function prepare(url: string, slug: string, token: string) {
  const { bucket } = await call(url, getBucket, { query: { slug } }, token)
  return { readKey: bucket.api_access.read_key, ids: [] as string[] }
}

interface ListRequest {
  path: (bench: Bench) => string
  /** Minimum share of a bare route, and maximum time of one request, by the number of objects. */
  shares?: Record<number, number>
  times?: Record<number, number>
  /** Maximum ratio to the time of the plain filter. */
  plainTimes?: number
}

/** A filter by one text and a range, sorted by another field. */
const filter = (path: string, values: readonly string[]) => (bench: Bench) => {
  const least = randomInt(80_000) / 10
  const query = {
    type: 'offers',
    [path]: pick(values),
    'metadata.price': { $gt: least, $lt: least + randomInt(20_000) / 10 },
  }
  return list(bench, query, '-created_at')
}

const PLAIN = 'filter and sort by another field, exact total'

/** Requests, each with a different query. */
const queries: Record<string, ListRequest> = {
  [PLAIN]: {
    path: filter('metadata.state', STATES),
    shares: { 10_000: 0.15, 100_000: 0.05 },
    times: { 1_000_000: 10 },
  },
  'the same through a relation': {
    path: filter('metadata.seller.metadata.land', LANDS),
    plainTimes: 2,
  },
  'the same through two relations': {
    path: filter('metadata.seller.metadata.city.metadata.land', LANDS),
    plainTimes: 4,
  },
  'contains in title': {
    path: (bench) => {
      const find = `${pick(WORDS)} ${randomInt(1000)}`
      return list(bench, { title: { $regex: find, $options: 'i' } }, '-created_at')
    },
    shares: { 10_000: 0.1, 100_000: 0.02 },
    times: { 1_000_000: 60 },
  },
  'sorted by any field': {
    path: (bench) => {
      const sort = pick(['title', '-title', 'metadata.price', '-metadata.price', 'modified_at'])
      return `${list(bench, { type: 'offers' }, sort)}&skip=${randomInt(5000)}`
    },
    shares: { 10_000: 0.3, 100_000: 0.25 },
    times: { 1_000_000: 3 },
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
  const ask = (query: object) => timed(bench, { limit: 10, ...query })
  rows.push(timeRow(`${name}: first query after a start`, await ask({}), firstBudget(size)))
  const before = await indexBytes(server.url)
  const filtered = { query: '{"metadata.price":{"$gt":10}}', sort: '-metadata.price' }
  const took = await ask(filtered)
  rows.push(timeRow(`${name}: first query that uses a field`, took, firstBudget(size)))
  await ask({ query: '{"metadata.weight":{"$gt":10}}' })
  await ask({ query: '{"metadata.weight":{"$lt":9}}' })
  const column = ((await indexBytes(server.url)) - before) / size
  rows.push(boundRow(`${name}: two number columns, bytes a row`, column, 2 * COLUMN_BYTES))

  const { objects } = await call(
    server.url,
    listObjects,
    { query: { slug, query: '{"type":"offers"}', limit: 1000, sort: 'random', props: 'id' } },
    token,
  )
  const ids = objects.map(({ object }) => object.id)
  const asking = { ...bench, ids }
  const saving = keepSaving(asking)
  try {
    for (const { path } of Object.values(queries)) await fetch(server.url + path(asking))
    const bytes = (await indexBytes(server.url)) / 1e6
    rows.push(
      boundRow(`${name}: indexes after each of these, MB`, bytes, memoryBudget(size)),
      boundRow(`${name}: the server after each of these, MB`, residentMb(server.pid)),
    )
    let plain = Number.NaN
    for (const [what, { path, shares, times, plainTimes }] of Object.entries(queries)) {
      const took = await medianTime(asking, path)
      if (what === PLAIN) plain = took
      const budget = plainTimes === undefined ? times?.[size] : plainTimes * plain
      rows.push(timeRow(`${name}: ${what}, one at a time`, took, budget))
      if (size < 1_000_000)
        rows.push(await shareRow(`${name}: ${what}`, asking, path, shares?.[size]))
    }
  } finally {
    await saving.stop()
  }
  rows.push(boundRow(`${name}: memory after all that, MB`, residentMb(server.pid)))
  return rows
}

/** The budgets that the design promises for up to 100,000 objects. */
const firstBudget = (size: number) => (size <= 100_000 ? 300 : undefined)
const memoryBudget = (size: number) => (size <= 100_000 ? 120 : undefined)

const boundRow = (what: string, value: number, budget?: number): BenchRow => ({
  what,
  value: value.toFixed(0),
  budget: budget === undefined ? '' : `≤ ${budget}`,
  ...(budget !== undefined && { isMet: value <= budget }),
})

/** Reads the memory of the column indexes from the server's metrics. */
async function indexBytes(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text()
  return Number(/^typecase_column_index_bytes (\S+)/m.exec(metrics)?.[1])
}

/** Measures the time of a request when there are no others. */
async function medianTime(bench: Bench, path: (bench: Bench) => string): Promise<number> {
  const times: number[] = []
  for (let run = 0; run < SINGLE_RUNS; run++) {
    const start = performance.now()
    await (await fetch(bench.server.url + path(bench))).arrayBuffer()
    times.push(performance.now() - start)
  }
  return median(times)
}

async function timed({ server, slug, token }: Bench, query: object): Promise<number> {
  const start = performance.now()
  await call(server.url, listObjects, { query: { slug, ...query } }, token)
  return performance.now() - start
}

/** Measures the medians of the server's rate and, right after it each time, of a bare route's. */
async function shareRow(
  what: string,
  bench: Bench,
  path: (bench: Bench) => string,
  budget: number | undefined,
): Promise<BenchRow> {
  const { url } = bench.server
  const sample = await fetch(url + path(bench))
  const body = await sample.text()
  const loadApp = () =>
    load({
      url,
      requests: [{ setupRequest: (request) => ({ ...request, path: path(bench) }) }],
    })
  // This compiles hot code, as in a server that has been running for a while.
  await loadApp()
  const [rates, bares, p99s]: [number[], number[], number[]] = [[], [], []]
  for (let run = 0; run < RUNS; run++) {
    const measured = await loadApp()
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
