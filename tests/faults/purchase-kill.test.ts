import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import {
  confirmTestIntent,
  getTokenBalance,
  initIntent,
  listTokenPurchases,
  purchaseTokenPack,
} from '@typecase/contract/billing'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { call } from '../e2e/fixtures/api.ts'
import { type RunningServer, startServer } from '../e2e/fixtures/server.ts'
import { openAccount } from './account.ts'

/** PURCHASE_KILL_RUNS sets a longer run. */
const KILLS = Number(process.env['PURCHASE_KILL_RUNS'] ?? 10)
/** Number of concurrent buyers, and tokens per purchase. */
const BUYERS = 3
const TOKENS = 2_000_000

let dataDir: string
let server: RunningServer
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'typecase-purchases-'))
  server = await startServer({ dataDir })
})
afterEach(async () => {
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

test(
  `${KILLS} kills during purchases lose no purchase and charge none twice`,
  { timeout: 30_000 + KILLS * 10_000 },
  async () => {
    const { token } = await openAccount(server)
    const { setup_intent } = await call(server.url, initIntent, {}, token)
    const card = { number: '4242424242424242', exp_month: 12, exp_year: 2100 }
    await call(
      server.url,
      confirmTestIntent,
      { body: { intent_id: setup_intent.id, ...card } },
      token,
    )
    let count = 0
    let answered = 0
    let tell = () => {}

    /** Buys repeatedly; an unanswered purchase is retried with the same key. */
    function createBuyer() {
      let key: string | undefined
      return async (isOver: () => boolean) => {
        try {
          while (key !== undefined || !isOver()) {
            if (key === undefined) {
              count += 1
              key = `purchase ${count}`
            }
            const body = { package_id: 'tokens-2m' as const }
            const headers = { 'idempotency-key': key }
            await call(server.url, purchaseTokenPack, { body }, token, { headers })
            key = undefined
            answered += 1
            tell()
          }
        } catch (reason) {
          // `fetch` throws a TypeError when the server was killed.
          if (!(reason instanceof TypeError)) throw reason
        }
      }
    }
    const buyers = Array.from({ length: BUYERS }, createBuyer)

    for (let kill = 0; kill < KILLS; kill += 1) {
      // The server dies at a random answer, while other purchases are in progress.
      const goal = answered + 1 + Math.floor(Math.random() * 8)
      const moment = new Promise<void>((resolve) => {
        tell = () => {
          if (answered >= goal) resolve()
        }
      })
      const buying = buyers.map((buy) => buy(() => false))
      await Promise.race([moment, Promise.all(buying)])
      await server.kill()
      await Promise.all(buying)
      server = await startServer({ dataDir })
    }
    await Promise.all(buyers.map((buy) => buy(() => true)))

    const query = { limit: 1000 }
    const { purchases, total } = await call(server.url, listTokenPurchases, { query }, token)
    expect(total).toBe(count)
    expect(purchases.filter(({ status }) => status !== 'paid')).toEqual([])
    const { balance } = await call(server.url, getTokenBalance, {}, token)
    expect(balance).toBe(count * TOKENS)
    process.stdout.write(`purchases: ${KILLS} kills, ${count} purchases\n`)
  },
)
