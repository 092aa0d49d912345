import { createReadStream, mkdirSync, rmSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'

import { newId } from '@typecase/contract/ids'

import type { App } from '../../../../app.ts'
import { Failure } from '../../../../http/failure.ts'
import { DISK_FULL, isDiskFull } from '../../../../storage/disk-full.ts'
import type { BucketAccess } from '../../../buckets/bucket-access.ts'
import { type ExportRequest, type ExportSummary, writeExport } from './write-export.ts'

/** Number of exports written at the same time; others wait for their turn. */
const AT_ONCE = 2
/** Approximate number of bytes per write. */
const PART = 256 * 1024

export interface ExportedFile extends ExportSummary {
  /** The size of the file in bytes. */
  size: number
  /** The content of the file, which is deleted when the stream closes. */
  stream: Readable
}

/** Creates a function that writes exports, a few at a time. */
export function createExports(app: App) {
  const { settings, clock } = app
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
   * Writes a file completely before its first byte is sent, so that the number of its objects is known.
   * @param signal aborted when the client disconnects
   */
  return async function exportFile(
    access: BucketAccess,
    request: ExportRequest,
    signal: AbortSignal,
  ): Promise<ExportedFile> {
    const folder = join(settings.DATA_DIR, 'tmp')
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const path = join(folder, `export-${newId(clock.now())}.part`)
    const remove = () => rmSync(path, { force: true })
    try {
      const exportFile = await turn(async () => {
        const file = await open(path, 'wx', 0o600)
        try {
          const out = inParts(file)
          const exported = await writeExport(app, access, request, out.write, signal)
          return { ...exported, size: await out.end() }
        } finally {
          await file.close()
        }
      })
      const stream = createReadStream(path)
      stream.once('close', remove)
      return { ...exportFile, stream }
    } catch (reason) {
      remove()
      throw isDiskFull(reason) ? new Failure('storage_full', DISK_FULL) : reason
    }
  }
}

/** Writes texts to a file in chunks. */
function inParts(file: FileHandle) {
  let [waiting, length, size] = [[] as string[], 0, 0]
  async function flush(): Promise<void> {
    const bytes = Buffer.from(waiting.join(''), 'utf8')
    ;[waiting, length] = [[], 0]
    size += bytes.length
    await file.writeFile(bytes)
  }
  return {
    async write(text: string): Promise<void> {
      waiting.push(text)
      length += text.length
      if (length >= PART) await flush()
    },
    /** @returns the number of bytes written */
    async end(): Promise<number> {
      await flush()
      return size
    },
  }
}
