import { randomInt } from 'node:crypto'

import { getBucket } from '@typecase/contract/buckets'
import { listObjects, updateObject } from '@typecase/contract/objects'

import { call } from '../e2e/fixtures/api.ts'
import { signUpOwner } from '../e2e/fixtures/people.ts'
import { startServer } from '../e2e/fixtures/server.ts'
import type { Account } from './bulk-work.ts'
import { peakMb, residentMb } from './memory.ts'
import type { BenchRow } from './table.ts'
import { addWorks } from './works.ts'

const OBJECTS = 50_000
/** A smaller number gives the same picture sooner: `REQUESTS=50000 npm run bench -- memory`. */
const REQUESTS = Number(process.env['REQUESTS'] ?? 190_000)
const AT_ONCE = 16
const BUDGET_MB = 600
/** Maximum growth in the second half. */
const FLAT_MB = 60

/**
 * Measures memory after many different requests: reads of all kinds, hardly any of them twice, with one write per
 * hundred.
 */
export async function benchMemoryMix(): Promise<BenchRow[]> {
  const server = await startServer()
  try {
    const { token, bucket } = await signUpOwner(server, 'bench')
    const account: Account = { server, slug: bucket.slug, token }
    await addWorks(account, 0, OBJECTS)
    const request = await mixOf(account)
    const atStart = residentMb(server.pid)
    const half = Math.ceil(REQUESTS / 2)
    await send(half, request)
    const atHalf = residentMb(server.pid)
    await send(REQUESTS - half, request)
    const atEnd = residentMb(server.pid)
    const peak = peakMb(server.pid)
    const growth = atEnd - atHalf
    return [
      row('before the first request', atStart),
      row(`after ${half.toLocaleString('en')} mixed requests`, atHalf),
      row(`after ${REQUESTS.toLocaleString('en')}`, atEnd, BUDGET_MB),
      row('at most', peak, BUDGET_MB),
      row('added by the second half', growth, FLAT_MB),
    ]
  } finally {
    await server.stop()
  }
}

const row = (what: string, value: number, budget?: number): BenchRow => ({
  what,
  value: `${Math.round(value)} MB`,
  budget: budget === undefined ? '' : `≤ ${budget} MB`,
  ...(budget !== undefined && { isMet: value <= budget }),
})

async function send(count: number, request: () => Promise<void>): Promise<void> {
  let remaining = count
  const lane = async () => {
    while (remaining-- > 0) await request()
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
}

/** Returns a function that sends one random request of the mix. */
async function mixOf({ server, slug, token }: Account): Promise<() => Promise<void>> {
  const { bucket } = await call(server.url, getBucket, { query: { slug } }, token)
  const query = { slug, limit: 1000, query: '{"type":"works"}', props: 'id' }
  const { objects } = await call(server.url, listObjects, { query }, token)
  const anId = () => objects[randomInt(objects.length)]?.object.id ?? ''
  const sorts = ['title', '-title', 'created_at', '-modified_at', 'metadata.number', 'random']
  const number = () => randomInt(OBJECTS)

  const read = async (path: string, search: Record<string, string> = {}) => {
    const all = new URLSearchParams({ ...search, read_key: bucket.api_access.read_key })
    const response = await fetch(`${server.url}/v3/buckets/${slug}/${path}?${all.toString()}`)
    await response.arrayBuffer()
    // The content API answers 404 if nothing matches.
    if (!response.ok && response.status !== 404) throw new Error(`${path}: ${response.status}`)
  }
  const find = (filter: object, limit: number) =>
    read('objects', {
      query: JSON.stringify({ type: 'works', ...filter }),
      limit: `${limit}`,
      skip: `${randomInt(100)}`,
      sort: sorts[randomInt(sorts.length)] ?? 'title',
    })
  const reads = [
    () => read(`objects/${anId()}`),
    () => find({ 'metadata.number': { $gt: number() } }, 10),
    () => find({ 'metadata.number': { $gt: number(), $lt: number() } }, 100),
    () => find({ title: { $regex: `work ${number()}`, $options: 'i' } }, 20),
    () => find({ [`metadata.key${number()}`]: number() }, 10),
    () => find({}, 1000),
    async () => {
      const filter = { type: 'works', title: { $regex: `${number()}` } }
      const input = { slug, limit: 50, query: JSON.stringify(filter) }
      await call(server.url, listObjects, { query: input }, token)
    },
  ]
  return async () => {
    if (randomInt(100) > 0) return reads[randomInt(reads.length)]?.()
    const data = { content: `${number()} `.repeat(randomInt(200)) }
    await call(server.url, updateObject, { body: { slug, object_id: anId(), data } }, token)
  }
}
