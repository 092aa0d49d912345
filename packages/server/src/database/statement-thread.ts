import { parentPort, workerData } from 'node:worker_threads'

import type { Sql } from '@typecase/content-query/sql-text'

import { connect } from './connection.ts'

// A thread that runs statements while the server goes on answering. Imports little: it has to be there soon.

/** What a thread is asked: rows of one statement, several statements as one write, or to bring the log into the file. */
export type Asked = { read: Sql } | { write: readonly Sql[] } | { checkpoint: true }

/** What it answers. After `rows` it may be asked again. */
export type Told = { rows: unknown[] } | { failed: string; code: unknown }

if (!parentPort) throw new Error('This file is run as a worker thread.')
const port = parentPort
// Made by `createStatementThreads`.
const { file } = workerData as { file: string }
const reader = connect(file)
reader.pragma('query_only = ON')
reader.pragma('cache_size = -8000')

function write(statements: readonly Sql[]): void {
  const writer = connect(file)
  try {
    // A checkpoint within the commit would keep writers waiting; one follows when they go on.
    writer.pragma('wal_autocheckpoint = 0')
    writer.transaction(() => {
      for (const { text, values } of statements) writer.prepare(text).run(values)
    })()
    port.postMessage({ rows: [] } satisfies Told)
    writer.pragma('wal_checkpoint(PASSIVE)')
  } finally {
    writer.close()
  }
}

function checkpoint(): void {
  const writer = connect(file)
  try {
    writer.pragma('wal_checkpoint(PASSIVE)')
  } finally {
    writer.close()
  }
  port.postMessage({ rows: [] } satisfies Told)
}

port.on('message', (asked: Asked) => {
  try {
    if ('write' in asked) return write(asked.write)
    if ('checkpoint' in asked) return checkpoint()
    const rows = reader.prepare(asked.read.text).all(asked.read.values)
    port.postMessage({ rows } satisfies Told)
  } catch (reason) {
    const failed = reason instanceof Error ? reason.message : String(reason)
    const code = reason instanceof Error && 'code' in reason ? reason.code : undefined
    port.postMessage({ failed, code } satisfies Told)
  }
})
