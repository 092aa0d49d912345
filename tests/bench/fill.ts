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
  'id, bucket_id, type, slug, title, status, rank, published_at, created_at, modified_at, metadata'

/**
 * Inserts published objects directly into the database of a stopped server: a million would take minutes through the
 * server.
 * @param version the bucket's version at which they were written
 */
export function fillBucket(dataDir: string, slug: string, objects: Iterable<Filled>): void {
  inDatabase(dataDir, slug, (db, bucket) => {
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
        const columns = [`${type}-${++rank}`, title, rank * 1024, time, time, time]
        insert.run(id, bucket.id, type, ...columns, bucket.version, json)
      }
      publishAll(db, bucket.id)
    })()
  })
}

/** Adds buckets with the content of an existing one, also directly in the database. */
export function copyBucket(dataDir: string, slug: string, copies: number): void {
  inDatabase(dataDir, slug, (db, bucket) => {
    const random = 'lower(hex(randomblob(12)))'
    const other = {
      id: '@id',
      slug: '@id',
      is_default: '0',
      read_key_hash: random,
      write_key_hash: random,
      preview_key_hash: random,
    }
    const bucketLike = insertLike(db, 'buckets', other, 'id = @from')
    const objects = { id: random, bucket_id: '@id' }
    const objectsLike = insertLike(db, 'objects', objects, 'bucket_id = @from')
    for (let copy = 0; copy < copies; copy++) {
      const ids = { id: newId(), from: bucket.id }
      db.transaction(() => {
        bucketLike.run(ids)
        objectsLike.run(ids)
        publishAll(db, ids.id)
      })()
    }
  })
}

/** Adds copies of the bucket's media, with the same bytes. */
export function copyMedia(dataDir: string, slug: string, copies: number): void {
  inDatabase(dataDir, slug, (db, bucket) => {
    const columns = {
      id: '@id',
      original_name: '@title',
      title: '@title',
      name: `@id || '-' || @title`,
    }
    const like = insertLike(db, 'media', columns, 'bucket_id = @bucket AND id = @from')
    const from = db
      .prepare<[string], string>('SELECT id FROM media WHERE bucket_id = ?')
      .pluck()
      .get(bucket.id)
    db.transaction(() => {
      for (let copy = 0; copy < copies; copy++)
        like.run({ id: newId(), title: `tile-${copy}.png`, bucket: bucket.id, from })
    })()
  })
}

/** A statement that inserts rows like others of the table. @param changed the differences, in SQL */
function insertLike(
  db: Database.Database,
  table: string,
  changed: Record<string, string>,
  where: string,
) {
  const columns = db
    .prepare<[], { name: string }>(`SELECT name FROM pragma_table_info('${table}')`)
    .all()
    .map(({ name }) => name)
  const values = columns.map((name) => changed[name] ?? name)
  return db.prepare(
    `INSERT INTO ${table} (${columns.join(', ')}) SELECT ${values.join(', ')} FROM ${table} WHERE ${where}`,
  )
}

interface Bucket {
  id: string
  version: number
}

function inDatabase(
  dataDir: string,
  slug: string,
  work: (db: Database.Database, bucket: Bucket) => void,
): void {
  const db = new Database(join(dataDir, 'typecase.sqlite'))
  try {
    const bucket = db
      .prepare<[string], Bucket>('SELECT id, version FROM buckets WHERE slug = ?')
      .get(slug)
    if (!bucket) throw new Error(`There is no bucket ${slug}.`)
    work(db, bucket)
  } finally {
    db.close()
  }
}

function publishAll(db: Database.Database, bucketId: string): void {
  db.prepare(
    `INSERT INTO published_objects (${SHARED}) SELECT ${SHARED} FROM objects WHERE bucket_id = ?`,
  ).run(bucketId)
}
