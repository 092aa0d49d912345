import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { connect, databaseFile } from './connection.ts'
import type { Database } from './database.ts'
import { openSqlite } from './sqlite.ts'

let folder: string
let db: Database

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'typecase-'))
  db = openSqlite(folder)
  await db.write(
    ({ db: tx }) => sql`CREATE TABLE notes (text TEXT NOT NULL)`.execute(tx),
    'serializable',
  )
})
afterEach(async () => {
  await db.close()
  rmSync(folder, { recursive: true })
})

const add = (text: string) =>
  db.write(async (write) => {
    await sql`INSERT INTO notes VALUES (${text})`.execute(write.db)
    return text
  }, 'serializable')

async function notes(): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`SELECT text FROM notes ORDER BY rowid`.execute(
    db.read,
  )
  return rows.map(({ text }) => text)
}

const nextTurn = () => new Promise((resolve) => setTimeout(resolve))

test('a writer that throws rolls back only its own changes', async () => {
  const effects: string[] = []
  const results = await Promise.allSettled([
    add('one'),
    db.write(async (write) => {
      await sql`INSERT INTO notes VALUES ('undone')`.execute(write.db)
      write.afterCommit(() => void effects.push('undone'))
      throw new Error('no')
    }, 'serializable'),
    db.write(async (write) => {
      await sql`INSERT INTO notes VALUES ('two')`.execute(write.db)
      write.afterCommit(() => void effects.push('two'))
    }, 'serializable'),
  ])
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(await notes()).toEqual(['one', 'two'])
  expect(effects).toEqual(['two'])
})

test('writers run again only if one of them failed after it had written', async () => {
  const runs: string[] = []
  const write = (name: string, fails?: 'early' | 'late') =>
    db.write(async (write) => {
      runs.push(name)
      if (fails === 'early') throw new Error(name)
      await sql`INSERT INTO notes VALUES (${name})`.execute(write.db)
      if (fails === 'late') throw new Error(name)
    }, 'serializable')
  await Promise.allSettled([write('a'), write('b', 'early'), write('c')])
  expect(runs.splice(0)).toEqual(['a', 'b', 'c'])
  await Promise.allSettled([write('d'), write('e', 'late'), write('f')])
  expect(runs).toEqual(['d', 'e', 'd', 'e', 'f'])
  expect(await notes()).toEqual(['a', 'c', 'd', 'f'])
})

test('a writer that writes again and again lets other work go on', async () => {
  let turns = 0
  const turn = () => {
    turns += 1
    setImmediate(turn).unref()
  }
  turn()
  for (let count = 0; count < 50; count += 1) await add('again')
  expect(turns).toBeGreaterThan(40)
})

test('while another thread has the right to write, writers wait in turn and readers go on', async () => {
  const back = Promise.withResolvers<void>()
  const lent = Promise.withResolvers<void>()
  const first = add('before')
  const work = db.withBucketLocked('', async () => {
    lent.resolve()
    await back.promise
    return 'done'
  })
  const later = add('after')
  await first
  await lent.promise

  // The other thread's write, on a separate connection.
  const other = connect(databaseFile(folder))
  other.exec(`BEGIN IMMEDIATE; INSERT INTO notes VALUES ('lent')`)
  expect(await notes()).toEqual(['before'])
  other.exec('COMMIT')
  other.close()
  await nextTurn()
  expect(await notes()).toEqual(['before', 'lent'])
  back.resolve()
  expect(await work).toBe('done')
  await later
  expect(await notes()).toEqual(['before', 'lent', 'after'])
})

test('a thread that fails gives back the right to write', async () => {
  await expect(db.withBucketLocked('', () => Promise.reject(new Error('crashed')))).rejects.toThrow(
    'crashed',
  )
  await add('alive')
  expect(await notes()).toEqual(['alive'])
})

describe('readers', () => {
  const fromOutside = (text: string) => {
    const other = connect(databaseFile(folder))
    other.prepare('INSERT INTO notes VALUES (?)').run(text)
    other.close()
  }

  test('see one state within a turn of the event loop, and the newest in the next', async () => {
    expect(await notes()).toEqual([])
    fromOutside('by another process')
    expect(await notes()).toEqual([])
    await nextTurn()
    expect(await notes()).toEqual(['by another process'])
  })

  test('see a commit as soon as its effects run', async () => {
    let seen: Promise<string[]> | undefined
    const written = db.write(async ({ db: tx, afterCommit }) => {
      await sql`INSERT INTO notes VALUES ('mine')`.execute(tx)
      // Takes a snapshot from before the commit, in the same turn of the event loop.
      expect(await notes()).toEqual([])
      afterCommit(() => {
        seen = notes()
      })
    }, 'serializable')
    await written
    expect(await seen).toEqual(['mine'])
  })

  test('see the commits of a thread as soon as it pauses', async () => {
    await db.withBucketLocked('a bucket', async (pause) => {
      fromOutside('first')
      expect(await notes()).toEqual(['first'])
      fromOutside('second')
      const paused = pause()
      expect(await notes()).toEqual(['first', 'second'])
      await paused
    })
  })

  test('go on after a statement that failed', async () => {
    await expect(sql`SELECT abs(-9223372036854775808)`.execute(db.read)).rejects.toThrow('overflow')
    await add('later')
    expect(await notes()).toEqual(['later'])
  })
})
