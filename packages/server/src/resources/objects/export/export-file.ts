import { createReadStream, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { Worker } from 'node:worker_threads'

import { newId } from '@typecase/contract/ids'

import type { App } from '../../../app.ts'
import { Failure } from '../../../http/failure.ts'
import type { ExportTask, FromExport } from './export-task.ts'

/** Memory of a thread's objects: row numbers, and some objects at a time. */
const HEAP = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 256 }
/** Exports that are written at the same time; others wait for their turn. */
const AT_ONCE = 2

export interface ExportedFile extends Omit<FromExport & { kind: 'finished' }, 'kind'> {
  /** The bytes; the file goes with the stream. */
  stream: Readable
}

/** Writes exports, a few at a time. */
export function createExports({ settings, clock }: Pick<App, 'settings' | 'clock'>) {
  let running = 0
  const waiting: (() => void)[] = []

  async function turn<T>(work: () => Promise<T>): Promise<T> {
    if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }

  /**
   * Writes a file whole before its first byte goes out, so that what is read is of one moment, however slow the reader.
   * @param signal aborted when nobody waits for it any more
   */
  return async function exportFile(
    asked: Omit<ExportTask, 'dataDir' | 'file'>,
    signal: AbortSignal,
  ): Promise<ExportedFile> {
    const folder = join(settings.DATA_DIR, 'tmp')
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const file = join(folder, `export-${newId(clock.now())}.part`)
    const remove = () => rmSync(file, { force: true })
    try {
      const task = { ...asked, dataDir: settings.DATA_DIR, file }
      const { kind: _, ...made } = await turn(() => inThread(task, signal))
      const stream = createReadStream(file)
      stream.once('close', remove)
      return { ...made, stream }
    } catch (reason) {
      remove()
      throw reason
    }
  }
}

async function inThread(task: ExportTask, signal: AbortSignal) {
  signal.throwIfAborted()
  const worker = new Worker(new URL('./export-worker.js', import.meta.url), {
    workerData: task,
    resourceLimits: HEAP,
  })
  const stop = () => void worker.terminate()
  signal.addEventListener('abort', stop)
  const told = Promise.withResolvers<FromExport>()
  const exit = Promise.withResolvers<void>()
  worker.once('message', told.resolve)
  worker.once('error', told.reject)
  worker.once('exit', () => {
    exit.resolve()
    told.reject(signal.reason ?? new Error('The thread of an export ended without a result.'))
  })
  try {
    const message = await told.promise
    if (message.kind === 'finished') return message
    const isFull = message.code === 'ENOSPC' || message.code === 'SQLITE_FULL'
    if (isFull) throw new Failure('storage_full', 'The server’s disk is full.')
    throw Object.assign(new Error(message.message), { code: message.code })
  } finally {
    signal.removeEventListener('abort', stop)
    // What it has open is closed before its file is read or removed.
    await exit.promise
  }
}
