import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

import pg from 'pg'

import type { Messages } from './messages.ts'

const CHANNEL = 'typecase'
/** Bytes of a notification; PostgreSQL takes less than 8,000. */
const MOST_BYTES = 7900
/** How long a new connection may take, ms. */
const PATIENCE = 5000
/** Until the connection that listens is made anew, ms. */
const AGAIN_MS = 500

/** Messages over LISTEN and NOTIFY, on a connection of their own. */
export async function createPostgresMessages(url: string, pool: pg.Pool) {
  const own = randomBytes(6).toString('hex')
  const listeners = new Map<string, ((body: unknown) => void)[]>()
  const gaps: (() => void)[] = []
  const waiting: string[] = []
  let sending: Promise<void> | undefined
  let isClosed = false

  /** Sends what waits, as many at once as a notification holds: those that come meanwhile go with the next one. */
  async function sendAll(): Promise<void> {
    while (waiting.length > 0) {
      let [text = ''] = waiting.splice(0, 1)
      while (
        waiting[0] !== undefined &&
        Buffer.byteLength(text) + Buffer.byteLength(waiting[0]) < MOST_BYTES
      )
        text += `\n${waiting.shift()}`
      // Lost with the connection, which the others notice by themselves.
      await pool.query('SELECT pg_notify($1, $2)', [CHANNEL, `${own}\n${text}`]).catch(() => {})
    }
    sending = undefined
  }

  function receive(payload = ''): void {
    const [from, ...lines] = payload.split('\n')
    if (from === own) return
    for (const line of lines) {
      // As `send` wrote it.
      const [topic, body] = JSON.parse(line) as [string, unknown]
      for (const listener of listeners.get(topic) ?? []) listener(body)
    }
  }

  /** @returns a connection that listens, and when it has ended */
  async function connect(): Promise<{ made: pg.Client; ended: Promise<void> }> {
    const made = new pg.Client({
      connectionString: url,
      application_name: 'typecase',
      connectionTimeoutMillis: PATIENCE,
      keepAlive: true,
    })
    const ended = new Promise<void>((resolve) => {
      made.once('error', () => resolve())
      made.once('end', () => resolve())
    })
    made.on('error', () => {})
    made.on('notification', ({ payload }) => receive(payload))
    await made.connect()
    await made.query(`LISTEN ${CHANNEL}`)
    return { made, ended }
  }

  async function listenAgain(): Promise<void> {
    for (;;) {
      await connection.ended
      if (isClosed) return
      await pause(AGAIN_MS, undefined, { ref: false })
      try {
        const next = await connect()
        if (isClosed) return await next.made.end()
        connection = next
        for (const onGap of gaps) onGap()
      } catch {
        // Not yet.
      }
    }
  }

  let connection = await connect()
  void listenAgain()

  const messages: Messages = {
    send(topic, body) {
      if (isClosed) return
      const line = JSON.stringify([topic, body])
      if (Buffer.byteLength(line) + own.length + 1 >= MOST_BYTES)
        throw new Error(`A message about ${topic} is too long.`)
      waiting.push(line)
      sending ??= sendAll()
    },
    on(topic, listener) {
      listeners.set(topic, [...(listeners.get(topic) ?? []), listener])
    },
    onGap: (listener) => void gaps.push(listener),
  }
  return {
    messages,
    async close(): Promise<void> {
      isClosed = true
      await sending
      await connection.made.end().catch(() => {})
    },
  }
}
