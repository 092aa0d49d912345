import { closeSync, openSync, writeSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'

import type { Metafield } from '@typecase/contract/metafields'
import type Sqlite from 'better-sqlite3'

import { connect, databaseFile } from '../../../database/connection.ts'
import { columnsOf, leavesOf } from './export-columns.ts'
import type { ExportTask, FromExport } from './export-task.ts'
import {
  csvHead,
  type ExportRow,
  type FindRelated,
  type Related,
  toCsv,
  toJson,
} from './exported-object.ts'

// The thread of one export: it reads all that it needs in one transaction, hence as of one moment, and keeps row numbers
// only in memory, however many objects there are.

if (!parentPort) throw new Error('This file is run as a worker thread.')
const port = parentPort
// Made by `writeExport`.
const task = workerData as ExportTask
const tell = (message: FromExport) => port.postMessage(message)

/** Bytes that are written at once. */
const PART = 256 * 1024
/** Titles of related objects that are remembered. */
const REMEMBERED = 20_000

/** Spreadsheets take a file for their own old encoding without it. Import passes over it. */
const BYTE_ORDER_MARK = '\uFEFF'

function run(connection: Sqlite.Database): Omit<FromExport & { kind: 'finished' }, 'kind'> {
  const { rows, format, fields } = task
  const seqs = connection.prepare(rows.text).pluck().all(rows.values) as number[]
  const types = typesOf(connection, JSON.stringify(seqs))
  const leaves = types.map(({ fields: own }) => leavesOf(own))
  const open = types.filter(({ fields: own }) => own.length === 0).map(({ slug }) => slug)
  const columns = columnsOf(leaves, looseKeys(connection, JSON.stringify(seqs), open), fields)
  const isWhole = fields === undefined || fields.includes('metadata')
  const findRelated = relatedOf(connection)
  const read = connection.prepare<[number], ExportRow>(
    `SELECT id, type, title, slug, status, is_published, locale, content, thumbnail, metadata, publish_at,
      unpublish_at, published_at, created_at, created_by, modified_at, modified_by FROM objects WHERE seq = ?`,
  )

  const out = openFile()
  if (format === 'csv') out.write(BYTE_ORDER_MARK + csvHead(columns))
  if (format === 'json') out.write('[')
  for (const [at, seq] of seqs.entries()) {
    const row = read.get(seq)
    if (!row) throw new Error('A row went missing within a transaction.')
    if (format === 'csv') {
      out.write(toCsv(row, columns, findRelated))
      continue
    }
    const json = toJson(row, columns, isWhole, findRelated)
    if (format === 'ndjson') out.write(`${json}\n`)
    else out.write(`${at === 0 ? '' : ','}\n${json}`)
  }
  if (format === 'json') out.write('\n]\n')
  const [only] = types
  return {
    count: seqs.length,
    size: out.close(),
    type: types.length === 1 ? only?.slug : undefined,
  }
}

/** The types of the objects, with their fields: none for a type that is gone. */
function typesOf(connection: Sqlite.Database, seqs: string) {
  const rows = connection
    .prepare<[string, string], { slug: string; metafields: string | null }>(
      `SELECT found.type AS slug, object_types.metafields AS metafields
      FROM (SELECT DISTINCT type FROM objects WHERE seq IN (SELECT value FROM json_each(?))) AS found
      LEFT JOIN object_types ON object_types.bucket_id = ? AND object_types.slug = found.type
        AND object_types.deleted_at IS NULL ORDER BY found.type`,
    )
    .all(seqs, task.bucketId)
  return rows.map(({ slug, metafields }) => ({
    slug,
    // The column is written by the store of object types only.
    fields: metafields === null ? [] : (JSON.parse(metafields) as Metafield[]),
  }))
}

/** Keys of objects whose types say nothing about them. */
function looseKeys(connection: Sqlite.Database, seqs: string, types: readonly string[]): string[] {
  if (types.length === 0) return []
  return connection
    .prepare<[string, string], string>(
      `SELECT DISTINCT entry.key FROM objects, json_each(objects.metadata) AS entry
      WHERE objects.seq IN (SELECT value FROM json_each(?))
        AND objects.type IN (SELECT value FROM json_each(?)) ORDER BY entry.key`,
    )
    .pluck()
    .all(seqs, JSON.stringify(types))
}

function relatedOf(connection: Sqlite.Database): FindRelated {
  const find = connection.prepare<[string, string], Related>(
    'SELECT type, title, slug FROM objects WHERE id = ? AND bucket_id = ? AND deleted_at IS NULL',
  )
  const known = new Map<string, Related | undefined>()
  return (id) => {
    if (known.has(id)) return known.get(id)
    if (known.size >= REMEMBERED) known.clear()
    const related = find.get(id, task.bucketId)
    known.set(id, related)
    return related
  }
}

function openFile() {
  const file = openSync(task.file, 'wx', 0o600)
  let [waiting, length, size] = [[] as string[], 0, 0]
  function flush(): void {
    const bytes = Buffer.from(waiting.join(''), 'utf8')
    for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at)
    size += bytes.length
    ;[waiting, length] = [[], 0]
  }
  return {
    write(text: string): void {
      waiting.push(text)
      length += text.length
      if (length >= PART) flush()
    },
    /** @returns how many bytes it has */
    close(): number {
      flush()
      closeSync(file)
      return size
    },
  }
}

try {
  const connection = connect(databaseFile(task.dataDir))
  try {
    connection.pragma('query_only = ON')
    connection.pragma('cache_size = -8000')
    tell({ kind: 'finished', ...connection.transaction(run)(connection) })
  } finally {
    connection.close()
  }
} catch (reason) {
  const code = reason instanceof Error && 'code' in reason ? reason.code : undefined
  tell({ kind: 'failed', message: reason instanceof Error ? reason.message : String(reason), code })
}
