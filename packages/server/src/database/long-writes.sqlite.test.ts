import { copyFileSync, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { waitFor } from '../testing/wait-for.ts'
import { databaseFile } from './connection.ts'
import type { Database, Reader } from './database.ts'
import { openSqlite } from './sqlite.ts'
import { openSqliteThread } from './thread-database.ts'
import type { Write } from './write-queue.ts'

let folder: string
let db: Database

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'typecase-'))
  db = openSqlite(folder)
  await db.write(async ({ db: tx }) => {
    await sql`INSERT INTO projects (id, title, slug, created_at, modified_at) VALUES ('p', 'P', 'p', '', '')`.execute(
      tx,
    )
    for (const id of ['long', 'other']) {
      await sql`INSERT INTO buckets (id, project_id, slug, title, read_key_hash, read_key_sealed, write_key_hash, write_key_sealed, created_at, modified_at)
        VALUES (${id}, 'p', ${id}, ${id}, ${id}, '', ${id}, '', '', '')`.execute(tx)
      await add(tx, id, 'first')
    }
  }, 'serializable')
})
afterEach(async () => {
  await db.close()
  rmSync(folder, { recursive: true })
})

let added = 0
const add = (tx: Reader, bucket: string, name: string) =>
  sql`INSERT INTO media (id, bucket_id, name, original_name, type, created_at, modified_at)
    VALUES (${`id${(added += 1)}`}, ${bucket}, ${name}, '', '', '', '')`.execute(tx)

async function names(reader: Reader, bucket: string): Promise<string[]> {
  const { rows } = await sql<{
    name: string
  }>`SELECT name FROM media WHERE bucket_id = ${bucket} ORDER BY length(name), name`.execute(reader)
  return rows.map(({ name }) => name)
}

const save = (bucket: string, name: string) =>
  db.write((write) => add(write.db, bucket, name), 'serializable')

/** Busy-waits long enough that the next pause lets others write. */
async function pause({ pause: rest }: Pick<Write, 'pause'>): Promise<void> {
  const until = performance.now() + 20
  while (performance.now() < until);
  await rest()
}

/** A long write of `count` chunks. @param between runs after each */
const writeLong = (count: number, between: (n: number) => unknown = () => {}) =>
  db.write(
    async (write) => {
      for (let n = 0; n < count; n += 1) {
        await add(write.db, 'long', `long ${n}`)
        await pause(write)
        await between(n)
      }
      return names(write.db, 'long')
    },
    { bucketId: 'long', isLong: true },
  )

test('a long write lets writers of other buckets go in between', async () => {
  const order: string[] = []
  await writeLong(5, (n) => {
    void save('other', `save ${n}`).then(() => order.push(`save ${n}`))
  }).then(() => order.push('long write'))
  // The last save may be reported before or after the end of the long write.
  expect(order.slice(0, 4)).toEqual(['save 0', 'save 1', 'save 2', 'save 3'])
})

test('the bucket of a long write is read in its former state until the write is complete', async () => {
  const seen: string[][] = []
  const others: string[][] = []
  await writeLong(3, async (n) => {
    void save('other', `save ${n}`)
    seen.push(await names(db.read, 'long'))
    others.push(await names(db.read, 'other'))
  })
  expect(seen).toEqual(Array.from({ length: 3 }, () => ['first']))
  expect(others.at(-1)).toEqual(['first', 'save 0', 'save 1'])
  expect(await names(db.read, 'long')).toEqual(['first', 'long 0', 'long 1', 'long 2'])
})

test('jobs in the bucket of a long write are written and seen at once', async () => {
  const addJob = (id: string) =>
    db.write(
      ({ db: tx }) =>
        sql`INSERT INTO jobs (id, bucket_id, kind, title, status, payload, run_at, created_at)
        VALUES (${id}, 'long', 'x', '', 'running', '', 0, '')`.execute(tx),
      'serializable',
    )
  const seen: unknown[] = []
  await writeLong(3, async (n) => {
    void addJob(`job ${n}`)
    const { rows } = await sql`SELECT id FROM jobs WHERE bucket_id = ${'long'}`.execute(db.read)
    seen.push(rows.length)
  })
  expect(seen).toEqual([0, 1, 2])
})

test('another write to the bucket waits for the long write, and sees its result', async () => {
  const order: string[] = []
  let inSave: string[] | undefined
  const saving = Promise.withResolvers<void>()
  await writeLong(3, (n) => {
    if (n > 0) return
    void db
      .write(async (write) => {
        // Even if the work catches the error, its later changes must not be saved.
        inSave = await names(write.db, 'long').catch(() => [])
        await add(write.db, 'other', 'half').catch(() => {})
        await add(write.db, 'long', 'z').catch(() => {})
      }, 'serializable')
      .then(() => void order.push('save'))
      .then(saving.resolve, saving.reject)
  }).then(() => order.push('long write'))
  await saving.promise
  expect(order).toEqual(['long write', 'save'])
  expect(inSave).toEqual(['first', 'long 0', 'long 1', 'long 2'])
  expect(await names(db.read, 'long')).toEqual(['z', 'first', 'long 0', 'long 1', 'long 2'])
  expect(await names(db.read, 'other')).toEqual(['half', 'first'])
})

test('a write that waits too long for a long write is refused, and leaves nothing behind', async () => {
  const end = new AbortController()
  const start = Promise.withResolvers<void>()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const long = db.write(
      async (write) => {
        await add(write.db, 'long', 'long')
        start.resolve()
        while (!end.signal.aborted) await pause(write)
      },
      { bucketId: 'long', isLong: true },
    )
    await start.promise
    const refused = save('long', 'late').catch((reason: unknown) => reason)
    while (vi.getTimerCount() === 0) await new Promise(setImmediate)
    vi.advanceTimersByTime(15_000)
    expect(await refused).toMatchObject({ code: 'unavailable', retryAfter: 5 })
    end.abort()
    await long
  } finally {
    end.abort()
    vi.useRealTimers()
  }
  expect(await names(db.read, 'long')).toEqual(['long', 'first'])
})

test('two long writes to one bucket run in turn, and those to two buckets at the same time', async () => {
  const order: string[] = []
  const one = (name: string, bucketId: string) =>
    db.write(
      async (write) => {
        for (let n = 0; n < 3; n += 1) {
          order.push(`${name} ${n}`)
          await add(write.db, bucketId, `${name} ${n}`)
          await pause(write)
        }
      },
      { bucketId, isLong: true },
    )
  await Promise.all([one('a', 'long'), one('b', 'long'), one('c', 'other')])
  expect(order.filter((name) => !name.startsWith('c'))).toEqual([
    'a 0',
    'a 1',
    'a 2',
    'b 0',
    'b 1',
    'b 2',
  ])
  expect(order.indexOf('c 2')).toBeLessThan(order.indexOf('b 2'))
})

test('a long write that fails is rolled back unseen, and has no effects', async () => {
  const effects: string[] = []
  const seen: string[][] = []
  const thread = openSqliteThread(databaseFile(folder))
  const inThread: Promise<string[]>[] = []
  const failing = db.write(
    async (write) => {
      write.afterCommit(() => void effects.push('sent'))
      for (let n = 0; n < 3; n += 1) {
        await add(write.db, 'long', `long ${n}`)
        await pause(write)
        seen.push(await names(db.read, 'long'))
        inThread.push(thread.read('long', (reader) => names(reader, 'long')))
      }
      throw new Error('no')
    },
    { bucketId: 'long', isLong: true },
  )
  await expect(failing).rejects.toThrow('no')
  seen.push(...(await Promise.all(inThread)), await names(db.read, 'long'))
  await thread.close()
  expect(seen).toEqual(Array.from({ length: 7 }, () => ['first']))
  expect(effects).toEqual([])
  await save('long', 'after')
  expect(await names(db.read, 'long')).toEqual(['after', 'first'])
})

test('the changes of a thread are rolled back if it ends unexpectedly', async () => {
  const file = databaseFile(folder)
  const ended = db.withBucketLocked('long', async (rest) => {
    const thread = openSqliteThread(file)
    await expect(
      thread.write(
        'long',
        async (write) => {
          await add(write.db, 'long', 'lost')
          await pause(write)
        },
        async () => {
          // This pause commits the last chunk before the crash; earlier commits survive.
          await rest()
          throw new Error('gone')
        },
      ),
    ).rejects.toThrow('gone')
    await thread.close()
  })
  await ended
  expect(await names(db.read, 'long')).toEqual(['first'])
})

test('a start rolls back the long write of a server that crashed', async () => {
  const copy = mkdtempSync(join(tmpdir(), 'typecase-'))
  await writeLong(3, async (n) => {
    if (n !== 1) return
    // Copy the files as a crash would leave them.
    for (const name of ['typecase.sqlite', 'typecase.sqlite-wal']) {
      if (existsSync(join(folder, name))) copyFileSync(join(folder, name), join(copy, name))
    }
  })
  const second = openSqlite(copy)
  expect(second.rolledBack).toBe(1)
  expect(await names(second.read, 'long')).toEqual(['first'])
  await second.close()
  const third = openSqlite(copy)
  expect(third.rolledBack).toBe(0)
  await third.close()
  rmSync(copy, { recursive: true })
})

test('a planning thread does not read the bucket in the middle of a long write', async () => {
  const thread = openSqliteThread(databaseFile(folder))
  const seen: string[][] = []
  const reading: Promise<unknown>[] = []
  await writeLong(3, (n) => {
    if (n === 1) {
      reading.push(
        thread.read('long', (reader) => names(reader, 'long')).then((all) => seen.push(all)),
      )
    }
  })
  await Promise.all(reading)
  await thread.close()
  expect(seen).toEqual([['first', 'long 0', 'long 1', 'long 2']])
})

test('the log of a long write is moved into the file, and its undo steps are removed', async () => {
  const before = statSync(databaseFile(folder)).size
  await db.write(
    async (write) => {
      for (let n = 0; n < 2000; n += 1) {
        await add(write.db, 'long', `${'large '.repeat(100)} ${n}`)
        await write.pause()
      }
    },
    { bucketId: 'long', isLong: true },
  )
  // No other write moves the log into the file.
  await waitFor(
    async () => statSync(databaseFile(folder)).size,
    (size) => size > before + 1_000_000,
  )
  await waitFor(
    async () => (await sql`SELECT 1 FROM undo_steps, long_writes LIMIT 1`.execute(db.read)).rows,
    (rows) => rows.length === 0,
  )
  expect(await names(db.read, 'long')).toHaveLength(2001)
})
