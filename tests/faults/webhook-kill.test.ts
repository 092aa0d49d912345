import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { addObject } from '@typecase/contract/objects'
import { addWebhook, listDeliveries } from '@typecase/contract/webhooks'
import { addDatabase, startPostgres, type TestPostgres } from '@typecase/server/testing/postgres'
import { waitFor } from '@typecase/server/testing/wait-for'
import {
  bodyOf,
  startWebhookReceiver,
  type WebhookReceiver,
} from '@typecase/server/testing/webhook-receiver'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { call } from '../e2e/fixtures/api.ts'
import { type RunningServer, startServer } from '../e2e/fixtures/server.ts'
import { type Account, openAccount } from './account.ts'

/** WEBHOOK_KILL_RUNS sets a longer run. */
const KILLS = Number(process.env['WEBHOOK_KILL_RUNS'] ?? 2)
/** Number of changes between two kills. */
const CHANGES = 20

let postgres: TestPostgres
let receiver: WebhookReceiver
let dataDir: string
let servers: RunningServer[]
beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres.remove())
beforeEach(async () => {
  receiver = await startWebhookReceiver()
  dataDir = mkdtempSync(join(tmpdir(), 'typecase-webhooks-'))
  servers = []
})
afterEach(async () => {
  for (const server of servers) await server.stop()
  receiver.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const titlesOf = (received: WebhookReceiver['received']) =>
  new Set(received.map((one) => String(bodyOf(one).data.object?.['title'])))

describe.each(['sqlite', 'postgres'])('on %s', (engine) => {
  test(
    `${KILLS} kills between the claim and the end of deliveries lose no delivery`,
    { timeout: 60_000 + KILLS * 60_000 },
    async () => {
      const database = engine === 'postgres' ? await openDatabase() : undefined
      const env = { ...receiver.settings, ...database?.settings }
      const start = async () => {
        const server = await startServer({ dataDir, env })
        servers.push(server)
        return server
      }
      let server = await start()
      const account = await openAccount(server)
      await listen(server, account)
      const titles = new Set<string>()
      for (let kill = 0; kill < KILLS; kill += 1) {
        // Claimed deliveries get no response before the server dies.
        receiver.received.length = 0
        receiver.answer = () => {}
        for (let n = 0; n < CHANGES; n += 1) {
          const title = `${kill}-${n}`
          titles.add(title)
          await write(server, account, title)
        }
        await waitFor(
          () => receiver.received.length,
          (count) => count > 0,
        )
        await server.kill()
        const isLast = kill === KILLS - 1
        if (isLast) receiver.answer = undefined
        server = await start()
        // On PostgreSQL, the claims of a dead process end with their leases. This ends the leases at once.
        await database?.client.query('UPDATE webhook_deliveries SET lease_until = 0')
      }
      await database?.client.end()
      await waitFor(
        async () => {
          const query = { slug: account.slug, limit: 1000 }
          const page = await call(server.url, listDeliveries, { query }, account.token)
          return page.deliveries.filter(({ state }) => state !== 'delivered').length
        },
        (count) => count === 0,
        KILLS * 60_000,
      )
      const query = { slug: account.slug, state: 'delivered' as const, limit: 1000 }
      const { deliveries } = await call(server.url, listDeliveries, { query }, account.token)
      expect(new Set(deliveries.map(({ title }) => title))).toEqual(titles)
      expect(deliveries).toHaveLength(titles.size)
      expect([...titlesOf(receiver.received)].filter((title) => !titles.has(title))).toEqual([])
    },
  )
})

test('two processes on one database send each delivery once', { timeout: 120_000 }, async () => {
  const database = await openDatabase()
  const env = {
    ...receiver.settings,
    ...database.settings,
    SECRET_KEY: randomBytes(32).toString('base64'),
  }
  const folders = ['one', 'two'].map((name) => join(dataDir, name))
  for (const folder of folders) servers.push(await startServer({ dataDir: folder, env }))
  const [server] = servers
  if (!server) throw new Error('no server')
  const account = await openAccount(server)
  await listen(server, account)
  for (let n = 0; n < CHANGES * 3; n += 1) await write(server, account, `${n}`)
  await waitFor(
    async () => {
      const query = { slug: account.slug, state: 'delivered' as const }
      return (await call(server.url, listDeliveries, { query }, account.token)).total
    },
    (total) => total === CHANGES * 3,
  )
  expect(receiver.received).toHaveLength(CHANGES * 3)
  expect(titlesOf(receiver.received).size).toBe(CHANGES * 3)
  await database.client.end()
})

let databases = 0

async function openDatabase() {
  const DATABASE_URL = await addDatabase(postgres.address, `webhooks${(databases += 1)}`)
  const client = new pg.Client(DATABASE_URL)
  await client.connect()
  return { client, settings: { DATABASE_URL } }
}

async function listen(server: RunningServer, { token, slug }: Account): Promise<void> {
  const data = { title: 'Hook', endpoint: receiver.url, resource: 'objects' as const }
  const body = { slug, data: { ...data, events: ['created' as const] } }
  await call(server.url, addWebhook, { body }, token)
}

async function write(server: RunningServer, { token, slug }: Account, title: string) {
  const body = { slug, data: { type: 'posts', title } }
  await call(server.url, addObject, { body }, token)
}
