import { rmSync } from 'node:fs'

import Sqlite from 'better-sqlite3'

import type { ObjectState } from '../../objects/model/state.ts'
import type { StagedObject } from '../reading/staged-object.ts'

/** A row of the file that passed its own checks. `n` numbers the rows in the order of the objects. */
export interface StagedRow {
  n: number
  row: number
  object: StagedObject
}

/** The object that a row creates or updates. */
export interface Match {
  id: string
  isNew: boolean
  /** Whether the object is in the trash, and gets restored. */
  isDeleted?: boolean
  slug: string
}

/** A planned write of an import. */
export interface PlannedChange {
  action: 'add' | 'update'
  id: string
  type: string
  /** Position among the new objects of its type, from 1; 0 for an update. */
  place: number
  created_at: string
  created_by: string | null
  after: ObjectState
}

/**
 * The rows of an import between reading and applying. They are in a separate database file, which uses disk instead of
 * memory and blocks no other writer.
 */
export interface Staging {
  /** Runs many writes in one transaction. */
  batch<T>(work: () => Promise<T>): Promise<T>
  addRow(row: StagedRow): void
  rowPages(): Generator<StagedRow[]>
  /** Number of rows. */
  readonly size: number
  addMatch(n: number, match: Match): void
  matchedPages(): Generator<(StagedRow & { match: Match })[]>
  addChange(n: number, change: PlannedChange): void
  dropChange(n: number): void
  changePages(): Generator<PlannedChange[]>
  /** Deletes matches and changes, because the bucket has changed since they were made. */
  forgetPlan(): void
  /** Closes and removes the file. */
  remove(): void
}

/** Rows per query. */
export const PAGE = 500

/** The columns of all three tables; each statement selects those of one. */
interface StoredRow {
  n: number
  row: number
  object: string
  match: string
  change: string
}

// Only this file writes the JSON.
const toRow = ({ n, row, object }: StoredRow): StagedRow => ({
  n,
  row,
  object: JSON.parse(object) as StagedObject,
})

export function openStaging(file: string): Staging {
  rmSync(file, { force: true })
  const db = new Sqlite(file)
  // The file is worthless after a crash, so it needs no protection from one.
  db.pragma('journal_mode = OFF')
  db.pragma('synchronous = OFF')
  db.pragma('cache_size = -8000')
  db.exec(`
    CREATE TABLE rows (n INTEGER PRIMARY KEY, row INTEGER NOT NULL, object TEXT NOT NULL) STRICT;
    CREATE TABLE matches (n INTEGER PRIMARY KEY, match TEXT NOT NULL) STRICT;
    CREATE TABLE changes (n INTEGER PRIMARY KEY, change TEXT NOT NULL) STRICT;
  `)
  const addRow = db.prepare('INSERT INTO rows (n, row, object) VALUES (?, ?, ?)')
  const addMatch = db.prepare('INSERT INTO matches (n, match) VALUES (?, ?)')
  const dropChange = db.prepare('DELETE FROM changes WHERE n = ?')
  const addChange = db.prepare('INSERT INTO changes (n, change) VALUES (?, ?)')

  let size = 0

  function* pages<T>(sql: string, read: (row: StoredRow) => T): Generator<T[]> {
    const statement = db.prepare<[number, number], StoredRow>(sql)
    for (let after = -1; ;) {
      const rows = statement.all(after, PAGE)
      const last = rows.at(-1)
      if (!last) return
      after = last.n
      yield rows.map(read)
    }
  }

  return {
    async batch(work) {
      db.exec('BEGIN')
      try {
        return await work()
      } finally {
        // Without a journal there is no rollback: the next plan deletes the rows of a failed one. A full disk has
        // already ended the transaction.
        if (db.inTransaction) db.exec('COMMIT')
      }
    },
    addRow({ n, row, object }) {
      addRow.run(n, row, JSON.stringify(object))
      size += 1
    },
    rowPages: () => pages('SELECT * FROM rows WHERE n > ? ORDER BY n LIMIT ?', toRow),
    get size() {
      return size
    },
    addMatch: (n, match) => void addMatch.run(n, JSON.stringify(match)),
    matchedPages: () =>
      pages('SELECT * FROM rows JOIN matches USING (n) WHERE n > ? ORDER BY n LIMIT ?', (row) => ({
        ...toRow(row),
        match: JSON.parse(row.match) as Match,
      })),
    addChange: (n, change) => void addChange.run(n, JSON.stringify(change)),
    dropChange: (n) => void dropChange.run(n),
    changePages: () =>
      pages(
        'SELECT * FROM changes WHERE n > ? ORDER BY n LIMIT ?',
        ({ change }) => JSON.parse(change) as PlannedChange,
      ),
    forgetPlan: () => db.exec('DELETE FROM matches; DELETE FROM changes'),
    remove() {
      db.close()
      rmSync(file, { force: true })
    },
  }
}
