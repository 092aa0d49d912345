import pg from 'pg'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'

import { addDatabase, dropDatabase } from '../testing/postgres.ts'
import { waitFor } from '../testing/wait-for.ts'
import type { Database } from './database.ts'
import { openPostgres } from './postgres.ts'
import { createPostgresMessages } from './postgres-messages.ts'

let url: string
let db: Database
let count = 0

beforeEach(async () => {
  url = await addDatabase(inject('postgres'), `messages_${process.pid}_${(count += 1)}`)
  db = await openPostgres(url)
})
afterEach(async () => {
  await db.close()
  await dropDatabase(url)
})

describe('the processes on one database', () => {
  test('have one leader, and another one takes over when it ends', async () => {
    const other = await openPostgres(url, true)
    const first = await Promise.all([db.leads(), other.leads()])
    expect(first.filter(Boolean)).toHaveLength(1)
    const [leader, follower] = first[0] ? [db, other] : [other, db]
    expect([await leader.leads(), await follower.leads()]).toEqual([true, false])
    await leader.close()
    await waitFor(() => follower.leads(), Boolean)
    db = follower
  })

  test('replace a leader that has fallen silent', async () => {
    const pool = new pg.Pool({ connectionString: url })
    const silent = await createPostgresMessages(url, pool, 300)
    expect(await silent.leads()).toBe(true)
    expect(await db.leads()).toBe(false)
    await waitFor(() => db.leads(), Boolean)
    expect(await silent.leads()).toBe(false)
    await silent.close()
    await pool.end()
  })
})

test('messages that the database could not accept are reported to other processes as a gap', async () => {
  const pool = new pg.Pool({ connectionString: url })
  let isAway = true
  let sent = 0
  const away = {
    query: (text: string, values: string[]): Promise<unknown> => {
      sent += 1
      return isAway ? Promise.reject(new Error('away')) : pool.query(text, values)
    },
  }
  const cut = await createPostgresMessages(url, away)
  const other = await createPostgresMessages(url, pool)
  const messages: unknown[] = []
  other.messages.onGap(() => messages.push('gap'))
  other.messages.on('topic', (body) => messages.push(body))

  for (let nth = 0; nth < 30_000; nth += 1) cut.messages.send('topic', nth)
  await waitFor(async () => sent, Boolean)
  isAway = false
  cut.messages.send('topic', 'last')
  await waitFor(
    async () => messages,
    (all) => all.includes('last'),
  )
  expect(messages).toEqual(['gap', 'last'])
  await Promise.all([cut.close(), other.close()])
  await pool.end()
})
