import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

import pg from 'pg'

import type { Messages } from './messages.ts'

const CHANNEL = 'typecase'
/** Maximum size of a notification in bytes; PostgreSQL accepts less than 8,000. */
const MAX_MESSAGE_BYTES = 7900
/** Timeout of a new connection, ms. */
const CONNECT_TIMEOUT_MS = 5000
/** Pause before another attempt to connect or send, in ms. */
const RETRY_DELAY_MS = 500
/** Maximum number of messages in the queue; it fills only if the database does not respond. */
const MAX_WAITING = 10_000
/** Replaces lost messages. */
const GAP = '[]'
/** The advisory lock of the leader. */
const LEADER = 0x747970
/**
 * PostgreSQL ends a leader's connection, and with it the lock, after this silence: its process hangs or is cut off. In
 * ms.
 */
const SILENCE_MS = 15_000

/**
 * Sends messages with LISTEN and NOTIFY, on a separate connection, which also holds the leader's lock.
 * @param silenceMs PostgreSQL ends a leader's connection after this silence, which calls of `leads` prevent
 */
export async function createPostgresMessages(
  url: string,
  pool: { query(text: string, values: string[]): Promise<unknown> },
  silenceMs = SILENCE_MS,
) {
  const senderId = randomBytes(6).toString('hex')
  const listeners = new Map<string, ((body: unknown) => void)[]>()
  const gaps: (() => void)[] = []
  const waiting: string[] = []
  let sending: Promise<void> | undefined
  /** The connection that holds the leader's lock for this process. */
  let leading: pg.Client | undefined
  let isClosed = false

  /** Sends the queue, with as many messages as fit in each notification. */
  async function sendAll(): Promise<void> {
    while (waiting.length > 0) {
      let [text = ''] = waiting.splice(0, 1)
      while (
        waiting[0] !== undefined &&
        Buffer.byteLength(text) + Buffer.byteLength(waiting[0]) < MAX_MESSAGE_BYTES
      )
        text += `\n${waiting.shift()}`
      try {
        await pool.query('SELECT pg_notify($1, $2)', [CHANNEL, `${senderId}\n${text}`])
      } catch {
        if (isClosed) break
        loseAll()
        await pause(RETRY_DELAY_MS, undefined, { ref: false })
      }
    }
    sending = undefined
  }

  /** Drops the queue. The other processes learn of the gap when the database responds again. */
  const loseAll = () => void waiting.splice(0, waiting.length, GAP)

  function receive(payload = ''): void {
    const [from, ...lines] = payload.split('\n')
    if (from === senderId) return
    for (const line of lines) {
      if (line === GAP) {
        for (const onGap of gaps) onGap()
        continue
      }
      // `send` wrote the line in this form.
      const [topic, body] = JSON.parse(line) as [string, unknown]
      for (const listener of listeners.get(topic) ?? []) listener(body)
    }
  }

  /** Opens a connection that listens. @returns it, and a promise that settles when it has ended */
  async function connect(): Promise<{ client: pg.Client; ended: Promise<void> }> {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'typecase messages',
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      keepAlive: true,
    })
    const ended = new Promise<void>((resolve) => {
      client.once('error', () => resolve())
      client.once('end', () => resolve())
    })
    client.on('error', () => {})
    client.on('notification', ({ payload }) => receive(payload))
    await client.connect()
    await client.query(`LISTEN ${CHANNEL}`)
    return { client, ended }
  }

  async function listenAgain(): Promise<void> {
    for (;;) {
      await connection.ended
      if (isClosed) return
      await pause(RETRY_DELAY_MS, undefined, { ref: false })
      try {
        const next = await connect()
        if (isClosed) return await next.client.end()
        connection = next
        for (const onGap of gaps) onGap()
      } catch {
        // Retry in the next round.
      }
    }
  }

  let connection = await connect()
  void listenAgain()

  let answer: Promise<boolean> | undefined

  /** Shares one query among concurrent calls, since a connection runs one statement at a time. */
  const leads = (): Promise<boolean> => (answer ??= askToLead().finally(() => (answer = undefined)))

  async function askToLead(): Promise<boolean> {
    const { client } = connection
    try {
      if (leading === client) {
        await client.query('SELECT 1')
        return true
      }
      await client.query(`SET idle_session_timeout = ${silenceMs}`)
      const { rows } = await client.query<{ leads: boolean }>(
        'SELECT pg_try_advisory_lock($1) AS leads',
        [LEADER],
      )
      leading = rows[0]?.leads ? client : undefined
      return leading !== undefined
    } catch {
      // The lock was lost with the connection.
      leading = undefined
      return false
    }
  }

  const messages: Messages = {
    send(topic, body) {
      if (isClosed) return
      const line = JSON.stringify([topic, body])
      if (Buffer.byteLength(line) + senderId.length + 1 >= MAX_MESSAGE_BYTES)
        throw new Error(`A message about ${topic} is too long.`)
      if (waiting.length >= MAX_WAITING) loseAll()
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
    leads,
    async close(): Promise<void> {
      isClosed = true
      await sending
      await connection.client.end().catch(() => {})
    },
  }
}
