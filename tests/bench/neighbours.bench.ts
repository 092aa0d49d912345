import { setTimeout } from 'node:timers/promises'

import { startServer } from '../e2e/fixtures/server.ts'
import { meetNeighbours, type Neighbours, type Samples } from '../faults/neighbours/neighbours.ts'
import type { Order } from '../faults/neighbours/attacker.ts'
import { peakMb } from './memory.ts'
import { type BenchRow, percentile, timeRow } from './table.ts'

const orders: readonly (readonly [what: string, order: Order])[] = [
  ['40 hostile bodies', { attack: 'hostileBodies', count: 40 }],
  ['40 hostile bodies, signed in', { attack: 'hostileBodiesSignedIn', count: 40 }],
  ['50 costly queries', { attack: 'costlyQueries', count: 50 }],
  ['1,000 abandoned queries', { attack: 'abandonedQueries', count: 1000 }],
  ['4 lists of 300 large objects', { attack: 'largeAnswers', count: 4 }],
  ['200 slow bodies', { attack: 'slowBodies', count: 200 }],
  ['2,000 event streams', { attack: 'eventStreams', count: 2000 }],
]

/** Measures a tenant's waiting time while another one attacks the server (reliability G29). */
export async function benchNeighbours(): Promise<BenchRow[]> {
  const server = await startServer({ env: { RATE_LIMITS: 'on' } })
  const neighbours = await meetNeighbours(server, { works: 70_000, large: 300 })
  try {
    const rows: BenchRow[] = []
    rows.push(...timesOf('alone', await aWhile(neighbours)))
    rows.push({ what: 'memory before, peak', value: mb(peakMb(server.pid)), budget: '' })
    for (const [what, order] of orders) {
      rows.push(...(await measureNextTo(neighbours, what, order)))
      const peak = peakMb(server.pid)
      rows.push({
        what: `${what}: memory, peak`,
        value: mb(peak),
        budget: '≤ 600 MB',
        isMet: peak <= 600,
      })
    }
    return rows
  } finally {
    await neighbours.leave()
    await server.stop()
  }
}

const mb = (value: number): string => `${value.toFixed(0)} MB`

/** Measures the other tenant's calls without an attack. */
async function aWhile(neighbours: Neighbours): Promise<Samples> {
  const working = neighbours.work()
  await setTimeout(3000)
  return working.stop()
}

async function measureNextTo(
  neighbours: Neighbours,
  what: string,
  order: Order,
): Promise<BenchRow[]> {
  const working = neighbours.work()
  const start = performance.now()
  const answers = await neighbours.attack(order)
  const took = performance.now() - start
  const samples = await working.stop()
  const words = Object.entries(answers).map(([status, count]) => `${count} × ${status}`)
  const value = `${(took / 1000).toFixed(1)} s (${words.join(', ')})`
  return [{ what: `${what}: all answered`, value, budget: '' }, ...timesOf(what, samples)]
}

const budgets: Partial<Record<keyof Samples, number>> = { get: 50, list: 150, save: 250 }

const timesOf = (what: string, samples: Samples): BenchRow[] =>
  (Object.keys(samples) as (keyof Samples)[]).map((kind) => {
    const times = samples[kind]
    const title = `${what}: ${kind} of another tenant, p95`
    const row = timeRow(title, percentile(times, 0.95), budgets[kind])
    const longest = Math.max(...times).toFixed(0)
    return { ...row, value: `${row.value} (${times.length}, longest ${longest})` }
  })
