import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

import { connect, databaseFile } from '@typecase/server/database/connection'
import { rollBackUnfinishedWrites } from '@typecase/server/database/long-writes'

import { copyOf, removeFolder } from './prepared-bucket.ts'

/** Statements that find broken invariants. A database satisfies these at every moment, even right after a crash. */
export const rules: Readonly<Record<string, string>> = {
  'published rows that are not those of the objects': `
    SELECT p.id FROM published_objects p LEFT JOIN objects o ON o.bucket_id = p.bucket_id AND o.id = p.id
    WHERE o.id IS NULL OR o.is_published = 0
    UNION ALL SELECT id FROM objects WHERE is_published = 1 AND (bucket_id, id) NOT IN (SELECT bucket_id, id FROM published_objects)`,
  'objects whose rev is not the number of their changes': `
    SELECT o.id, o.rev, count(i.place) FROM objects o
    LEFT JOIN change_set_items i ON i.bucket_id = o.bucket_id AND i.object_id = o.id AND i.rev_before IS NOT NULL
    GROUP BY o.bucket_id, o.id HAVING o.rev != 1 + count(i.place)`,
  'revisions that no change set made': `
    SELECT r.id FROM revisions r LEFT JOIN change_set_items i
      ON i.bucket_id = r.bucket_id AND i.object_id = r.object_id AND i.revision_rev = r.rev
    GROUP BY r.bucket_id, r.object_id, r.rev HAVING count(i.place) != 1 OR max(i.change_set_id) IS DISTINCT FROM r.change_set_id`,
  'an object with two revisions of one change set': `
    SELECT object_id FROM revisions GROUP BY bucket_id, object_id, change_set_id HAVING count(*) > 1`,
  'items whose former state is lost': `
    SELECT i.object_id FROM change_set_items i LEFT JOIN revisions r
      ON r.bucket_id = i.bucket_id AND r.object_id = i.object_id AND r.rev = i.revision_rev
    WHERE i.rev_before IS NOT NULL AND coalesce(i.before, r.state) IS NULL`,
  'change sets that count wrongly': `
    SELECT title, count FROM change_sets c WHERE count !=
      (SELECT count(*) FROM change_set_items WHERE change_set_id = c.id) +
      (SELECT count(*) FROM change_set_media WHERE change_set_id = c.id)`,
  'media whose rev is not the number of their changes': `
    SELECT m.id, m.rev, count(c.place) FROM media m
    LEFT JOIN change_set_media c ON c.bucket_id = m.bucket_id AND c.media_id = m.id
      -- That of an import that added it.
      AND NOT (c.before LIKE '%"deleted":true%' AND EXISTS (
        SELECT 1 FROM change_sets s WHERE s.bucket_id = c.bucket_id AND s.id = c.change_set_id AND s.kind LIKE 'import%'))
    GROUP BY m.bucket_id, m.id HAVING m.rev != 1 + count(c.place)`,
  'jobs with two change sets, or none that is theirs': `
    SELECT j.title FROM jobs j JOIN change_sets c ON c.job_id = j.id
    GROUP BY j.id HAVING count(*) > 1 OR max(c.id) IS DISTINCT FROM j.change_set_id`,
  'jobs whose progress is not what they wrote': `
    SELECT j.title, j.done, j.failed, j.result, c.count FROM jobs j JOIN change_sets c ON c.id = j.change_set_id
    WHERE c.count != coalesce(j.result ->> 'modified', j.done)`,
  'jobs whose failures are not all reported': `
    SELECT j.title, j.failed, count(f.place), count(DISTINCT f.object_id) FROM jobs j
    LEFT JOIN failures f ON f.bucket_id = j.bucket_id AND f.owner_id = j.id
    GROUP BY j.id HAVING j.failed != count(f.place) OR j.failed != count(DISTINCT f.object_id)`,
}

/** Returns files that the database calls stored but that are missing, and bytes that it does not know. */
function wrongFiles(connection: ReturnType<typeof connect>, dataDir: string): string[] {
  const root = join(dataDir, 'media')
  const there = existsSync(root)
    ? readdirSync(root, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ name }) => name)
    : []
  // The columns of the query.
  const rows = connection.prepare('SELECT id, state FROM files').all() as {
    id: string
    state: string
  }[]
  const missing = rows.filter(({ id, state }) => state === 'stored' && !there.includes(id))
  const unknown = there.filter((name) => !rows.some(({ id }) => id === name))
  return [
    ...missing.map(({ id }) => `The file ${id} has no bytes.`),
    ...unknown.map((name) => `Nothing knows of the bytes of ${name}.`),
  ]
}

/** Finds finished jobs whose inputs are still stored, although they are not needed. */
const orphanInputs = `
  SELECT j.title FROM jobs j WHERE j.finished_at IS NOT NULL AND
    j.id IN (SELECT job_id FROM job_inputs)`

export interface LedgerJob {
  id: string
  status: string
  worked: number
}

/** Opens the database of a dead server as the next server would find it, or the database of an idle server. */
export function openLedger(dataDir: string) {
  const folder = copyOf(dataDir)
  const connection = connect(databaseFile(folder))
  rollBackUnfinishedWrites(connection)
  connection.pragma('query_only = ON')
  return {
    /** SQLite's integrity errors, and broken rules: each with its first rows. */
    faults(): string[] {
      const integrity: unknown = connection.pragma('integrity_check', { simple: true })
      const foreign = connection.pragma('foreign_key_check') as unknown[]
      const broken = Object.entries(rules).flatMap(([rule, statement]) => {
        const rows = connection.prepare(statement).all()
        return rows.length > 0
          ? [`${rows.length} ${rule}: ${JSON.stringify(rows.slice(0, 3))}`]
          : []
      })
      return [
        ...(integrity === 'ok' ? [] : [`SQLite: ${JSON.stringify(integrity)}`]),
        ...foreign.map((row) => `SQLite: ${JSON.stringify(row)}`),
        ...broken,
        ...wrongFiles(connection, folder),
      ]
    },

    /** Returns finished jobs whose ids or parameters are still stored. */
    orphanInputs: (): unknown[] => connection.prepare(orphanInputs).all(),

    jobs: () =>
      connection
        .prepare('SELECT id, status, done + failed AS worked FROM jobs ORDER BY created_at, id')
        .all() as LedgerJob[],

    close() {
      connection.close()
      removeFolder(folder)
    },
  }
}
