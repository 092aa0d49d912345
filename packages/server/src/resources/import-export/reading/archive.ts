import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { crc32 } from 'node:zlib'

import { MEDIA_LIMIT } from '@typecase/contract/media-upload'
import { type Entry, openPromise, type ZipFile } from 'yauzl'

import { MAX_ARCHIVE_BYTES, MAX_ARCHIVE_ENTRIES, MAX_COMPRESSION_RATIO } from '../../../limits.ts'
import { Failure } from '../../../http/failure.ts'
import { isDiskFull } from '../../../storage/disk-full.ts'
import { decodeText } from './source-text.ts'

/** The zip of an export, or one with the same layout: `bucket.json`, and files in `media/`. */
export interface Archive {
  /** Unpacked size of its bucket.json, in bytes. */
  readonly textSize: number
  bucketText(limit: number, onRead: (bytes: number) => void): AsyncGenerator<string>
  /** Whether the zip contains the file of a media. */
  has(name: string): boolean
  /**
   * Unpacks the file of a media to `path`. @returns its hash and its size in bytes
   * @throws Failure if it is damaged
   */
  unpack(name: string, path: string): Promise<{ sha256: string; size: number }>
  close(): void
}

const BUCKET = 'bucket.json'
const MEDIA = 'media/'
/** Up to this size in bytes, any compression ratio is accepted. */
const SMALL = 2 ** 20

/**
 * Opens a zip and checks its list of contents before unpacking. No path on disk ever comes from a name in the zip.
 * @throws Failure if the zip is no export, is damaged, or is too large when unpacked
 */
export async function openArchive(path: string): Promise<Archive> {
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false }).catch(
    (reason: unknown) => {
      throw archiveFailure(reason)
    },
  )
  try {
    const entries = await readEntries(zip)
    const bucket = entries.get(BUCKET)
    if (!bucket)
      throw refusal('The zip holds no bucket.json at its top: it is not an export of a bucket.')
    return archiveOf(zip, bucket, entries)
  } catch (reason) {
    zip.close()
    throw reason instanceof Failure ? reason : archiveFailure(reason)
  }
}

async function readEntries(zip: ZipFile): Promise<ReadonlyMap<string, Entry>> {
  if (zip.entryCount > MAX_ARCHIVE_ENTRIES)
    throw refusal(`The zip holds more than ${MAX_ARCHIVE_ENTRIES.toLocaleString('en')} files.`)
  const entries = new Map<string, Entry>()
  let total = 0
  for await (const entry of zip.eachEntry()) {
    const { fileName: name, compressedSize: packed, uncompressedSize: size } = entry
    if (name.endsWith('/')) continue
    const isMedia = name.startsWith(MEDIA) && !name.includes('/', MEDIA.length)
    // Files added by operating systems are ignored.
    if (name !== BUCKET && !isMedia) continue
    const excerpt = name.slice(0, 200)
    if (entries.has(name)) throw refusal(`The zip holds ${excerpt} twice.`)
    if (entry.isEncrypted()) throw refusal('The zip is encrypted. Pack it without a password.')
    total += size
    if (isMedia && size > MEDIA_LIMIT)
      throw tooMuch(`${excerpt} is larger than ${MEDIA_LIMIT / 1e6} MB unpacked.`)
    if (total > MAX_ARCHIVE_BYTES)
      throw tooMuch(`The zip holds more than ${MAX_ARCHIVE_BYTES / 2 ** 30} GB unpacked.`)
    if (size > SMALL && size > packed * MAX_COMPRESSION_RATIO)
      throw tooMuch(
        `${excerpt} is ${Math.floor(size / Math.max(1, packed))} times as large unpacked.`,
      )
    entries.set(name, entry)
  }
  return entries
}

function archiveOf(zip: ZipFile, bucket: Entry, entries: ReadonlyMap<string, Entry>): Archive {
  return {
    textSize: bucket.uncompressedSize,

    async *bucketText(limit, onRead) {
      let read = 0
      async function* countBytes() {
        // Without an encoding, the stream yields buffers.
        const bytes = (await zip.openReadStreamPromise(bucket)) as AsyncIterable<Buffer>
        for await (const chunk of bytes) {
          read += chunk.length
          yield chunk
        }
      }
      try {
        yield* decodeText(countBytes(), limit, () => onRead(read))
      } catch (reason) {
        throw reason instanceof Failure ? reason : archiveFailure(reason)
      }
    },

    has: (name) => entries.has(MEDIA + name),

    async unpack(name, path) {
      const entry = entries.get(MEDIA + name)
      if (!entry) throw new Error(`The zip holds no ${MEDIA}${name}.`)
      const hash = createHash('sha256')
      let [size, sum] = [0, 0]
      const source = await zip.openReadStreamPromise(entry).catch((reason: unknown) => {
        throw archiveFailure(reason)
      })
      try {
        await pipeline(
          source,
          async function* (chunks: AsyncIterable<Buffer>) {
            for await (const chunk of chunks) {
              hash.update(chunk)
              sum = crc32(chunk, sum)
              size += chunk.length
              yield chunk
            }
          },
          createWriteStream(path, { mode: 0o600 }),
        )
      } catch (reason) {
        throw isDiskFull(reason) ? reason : archiveFailure(reason)
      }
      if (sum !== entry.crc32) throw refusal(`The zip is damaged: ${MEDIA}${name} is not whole.`)
      return { size, sha256: hash.digest('hex') }
    },

    close: () => zip.close(),
  }
}

const refusal = (words: string) => new Failure('invalid', `${words} Nothing was imported.`)
const tooMuch = (words: string) => new Failure('too_large', `${words} Nothing was imported.`)

/** Converts an error of the zip reader to one for people. */
function archiveFailure(reason: unknown): unknown {
  if (!(reason instanceof Error)) return reason
  if (/relative path|absolute path|invalid characters in fileName/i.test(reason.message))
    return refusal(`The zip holds a file name that leads out of it (${reason.message}).`)
  return refusal('The zip is damaged or was cut off.')
}
