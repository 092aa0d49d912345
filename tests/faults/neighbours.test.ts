import { afterAll, beforeAll, expect, test } from 'vitest'

import { peakMb } from '../bench/memory.ts'
import { percentile } from '../bench/table.ts'
import { type RunningServer, startServer } from '../e2e/fixtures/server.ts'
import type { Answers } from './neighbours/attack.ts'
import type { Order } from './neighbours/attacker.ts'
import { meetNeighbours, type Neighbours, type Samples } from './neighbours/neighbours.ts'

/** NEIGHBOUR_SECONDS sets the duration of all attacks, which then have the numbers of reliability G29. */
const SECONDS = Number(process.env['NEIGHBOUR_SECONDS'] ?? 0)
const isLong = SECONDS > 0
/** Maximum memory of the whole server, in MB (reliability G29). */
const MAX_MEMORY = 600

let server: RunningServer
let neighbours: Neighbours
beforeAll(async () => {
  server = await startServer({ env: { RATE_LIMITS: 'on' } })
  neighbours = await meetNeighbours(
    server,
    isLong ? { works: 70_000, large: 300 } : { works: 8000, large: 20 },
  )
}, 600_000)
afterAll(async () => {
  await neighbours.leave()
  await server.stop()
})

/** Lets one client attack while another tenant works. @returns the responses and times of each */
async function measureNextTo(order: Order): Promise<{ answers: Answers; samples: Samples }> {
  const working = neighbours.work()
  const answers = await neighbours.attack(order)
  const samples = await working.stop()
  const figures = Object.entries(samples).map(([kind, times]) => {
    const p95 = percentile(times, 0.95)
    return `${kind} ${p95.toFixed(0)} ms (${times.length})`
  })
  process.stdout.write(
    `neighbours: ${order.count} ${order.attack} ${JSON.stringify(answers)}; p95 of another tenant: ${figures.join(', ')}; peak ${peakMb(server.pid).toFixed(0)} MB\n`,
  )
  return { answers, samples }
}

/** Runs the work once, or repeatedly for its share of a long run. */
async function again(work: () => Promise<void>): Promise<void> {
  const until = Date.now() + (SECONDS * 1000) / 5
  do await work()
  while (Date.now() < until)
}

const timeout = 120_000 + SECONDS * 1000

test('large bodies without a session are refused before they are read', { timeout }, () =>
  again(async () => {
    const { answers } = await measureNextTo({ attack: 'hostileBodies', count: 40 })
    // The server closes the connection while the body is being sent: a TCP reset can overtake its answer.
    const { 413: tooLarge = 0, 429: limited = 0, 0: reset = 0 } = answers
    expect(tooLarge + limited + reset).toBe(40)
    expect(tooLarge + limited).toBeGreaterThan(0)
  }),
)

test('bodies with wrong keys from a signed-in user are refused one by one', { timeout }, () =>
  again(async () => {
    const { answers } = await measureNextTo({
      attack: 'hostileBodiesSignedIn',
      count: isLong ? 40 : 10,
    })
    expect(answers).toEqual({ 400: isLong ? 40 : 10 })
  }),
)

test('costly queries are answered in turn or rate-limited', { timeout }, () =>
  again(async () => {
    const { answers } = await measureNextTo({ attack: 'costlyQueries', count: 50 })
    const { 404: nothing = 0, 429: limited = 0 } = answers
    expect(nothing + limited).toBe(50)
    expect(nothing).toBeGreaterThan(0)
  }),
)

test('queries of closed connections do not delay other requests', { timeout }, () =>
  again(async () => {
    const count = isLong ? 1000 : 200
    // Runs all queries in sequence to get the total time of the abandoned ones.
    const start = performance.now()
    expect(await neighbours.attack({ attack: 'costlyQueries', count: 1 })).toEqual({ 404: 1 })
    const all = (performance.now() - start) * count
    await neighbours.attack({ attack: 'abandonedQueries', count })
    const after = performance.now()
    await neighbours.work().stop()
    expect(performance.now() - after).toBeLessThan(all / 2)
  }),
)

test('answers that would be too large are refused before they are read', { timeout }, () =>
  again(async () => {
    const { answers } = await measureNextTo({ attack: 'largeAnswers', count: 4 })
    expect(answers).toEqual({ 400: 4 })
  }),
)

test(
  'event streams are limited, and slow bodies do not block other requests',
  { timeout },
  async () => {
    const count = isLong ? 2000 : 200
    await measureNextTo({ attack: 'slowBodies', count: isLong ? 200 : 20 })
    const { answers } = await measureNextTo({ attack: 'eventStreams', count })
    expect(answers).toEqual({ 200: 30, 429: count - 30 })
  },
)

test('the server stays below its memory limit', () => {
  expect(peakMb(server.pid)).toBeLessThan(MAX_MEMORY)
})
