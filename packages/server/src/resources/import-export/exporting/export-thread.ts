import { createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'

import {
  type ExportFormat,
  isRedirectFormat,
  type RedirectCounts,
  redirectFiles,
  type RedirectFormat,
} from '@typecase/contract/import-export'
import { ZipFile } from 'yazl'

import { openThreadDatabase } from '../../../database/open-database.ts'
import type { JobThread } from '../../../jobs/thread-side.ts'
import type { FileStore } from '../../../storage/file-store.ts'
import { openFileStore } from '../../../storage/open-file-store.ts'
import { storeKey } from '../../../storage/stored-files.ts'
import { openBucketForJob } from '../../buckets/bucket-access.ts'
import type { ExportEnd, ExportTask, HeldFile, StoredText } from './export-task.ts'
import { type BucketReading, createBucketText } from './bucket-text.ts'
import { createMarkdownPages } from './markdown-pages.ts'
import { createRedirects } from './redirects.ts'

// The thread of one export streams a bucket into a zip while the server stays responsive. Its rows come from one
// snapshot of the database; the bytes under a key of the file store never change.

/** The contents of a zip besides its texts. */
type Contents = Pick<StoredText, 'files' | 'counts'> & { redirects?: RedirectCounts }

/** Milliseconds between two reports of progress. */
const INTERVAL = 100

export async function run(thread: JobThread<ExportTask>): Promise<ExportEnd> {
  const { settings, file } = thread.task
  const part = `${file}.part`
  const store = openFileStore(settings)
  try {
    const end = await writeZip(thread, store, part)
    await rename(part, file)
    return end
  } finally {
    await rm(part, { force: true })
    store.close()
  }
}

async function writeZip(
  thread: JobThread<ExportTask>,
  store: FileStore,
  path: string,
): Promise<ExportEnd> {
  const { task, throwIfCancelled } = thread
  const { settings, bucketId, slug, request, now } = task
  const zip = new ZipFile()
  const broken = new AbortController()
  zip.on('error', (reason: unknown) => broken.abort(reason))
  const output = pipeline(zip.outputStream, createWriteStream(path, { mode: 0o600 }), {
    signal: broken.signal,
  }).catch((reason: unknown) => {
    broken.abort(reason)
    throw broken.signal.reason
  })
  // Prevents an unhandled rejection before the first `await`.
  output.catch(() => {})

  const mtime = new Date(now)
  const progress = createSteps(thread)
  const access = openBucketForJob(bucketId, slug, null)
  try {
    const text: Contents = task.stored
      ? await addStored(task.stored)
      : await withDatabase(writerOf(request.format))
    const missing: string[] = []
    for (const fileOfText of text.files) {
      throwIfCancelled()
      if (!(await addFile(zip, store, fileOfText))) missing.push(fileOfText.name)
    }
    zip.end()
    await output
    const size = await syncFile(path)
    const { counts, redirects } = text
    const { types, objects, media } = counts
    const end = { size, object_types: types, objects, media, missing_media: missing }
    return { ...end, ...(redirects && { redirects }) }
  } catch (reason) {
    broken.abort(reason)
    await output.catch(() => {})
    throw broken.signal.reason
  }

  /** Reads from one snapshot of the database, from the first row to the last. */
  async function withDatabase(add: (reading: BucketReading) => Promise<Contents>) {
    const database = await openThreadDatabase(settings)
    const step = (count: number) => {
      throwIfCancelled()
      progress.did(count)
    }
    try {
      return await database.read(bucketId, (db) =>
        add({ db, access, request, publicUrl: settings.PUBLIC_URL, step }),
      )
    } finally {
      await database.close()
    }
  }

  function writerOf(format: ExportFormat | undefined) {
    if (isRedirectFormat(format)) return (reading: BucketReading) => addRedirects(reading, format)
    return format === 'markdown' ? addPages : addText
  }

  async function addParts(parts: AsyncGenerator<Buffer>, name: string): Promise<void> {
    const stream = Readable.from(parts)
    zip.addReadStream(stream, name, { mtime })
    await once(stream, 'close', { signal: broken.signal })
  }

  async function addText(reading: BucketReading): Promise<Contents> {
    const bucketText = await createBucketText(reading)
    progress.expect(bucketText.total)
    await addParts(bucketText.parts(), 'bucket.json')
    return bucketText
  }

  async function addRedirects(reading: BucketReading, format: RedirectFormat): Promise<Contents> {
    const redirects = await createRedirects(reading, format)
    progress.expect(redirects.total)
    await addParts(redirects.parts(), redirectFiles[format])
    return redirects
  }

  async function addPages(reading: BucketReading): Promise<Contents> {
    const markdownPages = await createMarkdownPages(reading)
    progress.expect(markdownPages.total)
    for await (const { path: name, text } of markdownPages.pages())
      zip.addBuffer(Buffer.from(text), name, { mtime })
    return markdownPages
  }

  async function addStored(stored: StoredText): Promise<StoredText> {
    progress.expect(stored.files.length)
    const packed = await store.read(stored.key)
    const stream = packed.pipe(createGunzip())
    packed.once('error', (reason) => stream.destroy(reason))
    zip.addReadStream(stream, 'bucket.json', { mtime })
    return stored
  }

  async function addFile(into: ZipFile, from: FileStore, { name, fileId }: HeldFile) {
    const key = storeKey(bucketId, fileId)
    const stored = await from.stat(key)
    if (!stored) return false
    // Pictures and films are already compressed.
    const options = { mtime, compress: false, size: stored.size }
    into.addReadStreamLazy(`media/${name}`, options, (done) => {
      progress.did(1)
      void openFile(from, key).then(
        // oxlint-disable-next-line promise/no-callback-in-promise -- yazl takes a callback
        (stream) => done(null, stream),
        // The callback's type requires a stream in addition to the reason.
        // oxlint-disable-next-line promise/no-callback-in-promise -- the same
        (reason: unknown) => done(reason, Readable.from([])),
      )
    })
    return true
  }

  async function openFile(from: FileStore, key: string): Promise<Readable> {
    throwIfCancelled()
    return from.read(key)
  }
}

/** @returns the size of the file in bytes, after it has been written to disk */
async function syncFile(path: string): Promise<number> {
  const file = await open(path)
  try {
    await file.sync()
    return (await file.stat()).size
  } finally {
    await file.close()
  }
}

function createSteps({ tell }: JobThread<ExportTask>) {
  let [done, total, reported] = [0, 1, 0]
  return {
    expect(count: number): void {
      total = Math.max(1, count)
    },
    did(count: number): void {
      done += count
      if (Date.now() - reported < INTERVAL) return
      reported = Date.now()
      tell({ kind: 'progress', done: Math.min(done, total), total })
    },
  }
}
