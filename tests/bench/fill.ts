import { join } from 'node:path'

import { newId } from '@typecase/contract/ids'
import Database from 'better-sqlite3'

/** A published object as a bench needs it. */
export interface Filled {
  id?: string
  type: string
  title: string
  metadata: object
}

/** Columns that both tables have. */
const SHARED =
  'seq, id, bucket_id, type, slug, title, status, rank, published_at, created_at, modified_at, metadata'

/**
 * Puts published objects into a bucket, past the server, which must not be running: a million would take it minutes.
 * @param version the bucket's version at which they were written
 */
export function fillBucket(dataDir: string, slug: string, objects: Iterable<Filled>): void {
  const db = new Database(join(dataDir, 'typecase.sqlite'))
  try {
    const bucket = db
      .prepare<[string], { id: string; version: number }>(
        'SELECT id, version FROM buckets WHERE slug = ?',
      )
      .get(slug)
    if (!bucket) throw new Error(`There is no bucket ${slug}.`)
    const insert = db.prepare(
      `INSERT INTO objects (id, bucket_id, type, slug, title, status, rank, published_at, created_at, modified_at,
        version, is_published, metadata) VALUES (?, ?, ?, ?, ?, 'published', ?, ?, ?, ?, ?, 1, ?)`,
    )
    db.transaction(() => {
      let rank = 0
      const start = Date.UTC(2026, 0, 1)
      for (const { id = newId(), type, title, metadata } of objects) {
        const time = new Date(start + rank * 1000).toISOString()
        const json = JSON.stringify(metadata)
        const own = [`${type}-${++rank}`, title, rank * 1024, time, time, time]
        insert.run(id, bucket.id, type, ...own, bucket.version, json)
      }
      db.prepare(
        `INSERT INTO published_objects (${SHARED}) SELECT ${SHARED} FROM objects WHERE bucket_id = ?`,
      ).run(bucket.id)
    })()
  } finally {
    db.close()
  }
}
