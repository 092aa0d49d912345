import { setTimeout } from 'node:timers/promises'

import { healthz } from '@typecase/contract/health'

import { call } from '../e2e/fixtures/api.ts'
import { signUpOwner } from '../e2e/fixtures/people.ts'
import { startServer } from '../e2e/fixtures/server.ts'
import type { Account } from './bulk-work.ts'
import { type HostileCall, hostileCalls } from './hostile-calls.ts'
import { type BenchRow, timeRow } from './table.ts'

const BEAT_MS = 10
/** Calls that take longer are given up. */
const LONGEST_CALL_MS = 60_000
const GAP_MS = 100

/** Measures the longest time in which the server answers no one while one call does its worst. */
export async function benchHeartbeat(): Promise<BenchRow[]> {
  const server = await startServer()
  try {
    const { token, bucket } = await signUpOwner(server, 'bench')
    const account: Account = { server, slug: bucket.slug, token }
    const rows: BenchRow[] = []
    for await (const hostile of hostileCalls(account)) {
      rows.push(await measureNextTo(account, hostile))
    }
    return rows
  } finally {
    await server.stop()
  }
}

async function measureNextTo({ server, token }: Account, hostile: HostileCall): Promise<BenchRow> {
  const { path, method, body } = hostile
  const text = JSON.stringify(body)
  const heart = beat(server.url)
  // The first beats measure the server at rest.
  await setTimeout(10 * BEAT_MS)
  const start = performance.now()
  const answer = await fetch(`${server.url}/v3${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: text }),
    signal: AbortSignal.timeout(LONGEST_CALL_MS),
  }).then(
    async (response) => `${response.status}, ${(await response.text()).length} characters`,
    () => 'given up',
  )
  const took = performance.now() - start
  await setTimeout(10 * BEAT_MS)
  const row = timeRow(hostile.what, await heart.longestGap(), GAP_MS)
  return { ...row, value: `${row.value} (${answer}, ${(took / 1000).toFixed(1)} s)` }
}

/** Checks the health of the server again and again, and records its longest silence. */
function beat(url: string) {
  const stopping = new AbortController()
  let longest = 0
  const beating = (async () => {
    let last = performance.now()
    while (!stopping.signal.aborted) {
      // A server that is silent for long also drops connections.
      const isAnswered = await call(url, healthz, {}).then(
        () => true,
        () => false,
      )
      longest = Math.max(longest, performance.now() - last - BEAT_MS)
      if (isAnswered) last = performance.now()
      await setTimeout(BEAT_MS)
    }
  })()
  return {
    async longestGap() {
      stopping.abort()
      await beating
      return longest
    },
  }
}
