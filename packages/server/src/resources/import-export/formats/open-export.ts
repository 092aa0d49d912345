import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'

import { isContent } from '@typecase/contract/folder-archive'
import { MEDIA_LIMIT } from '@typecase/contract/media-upload'
import { extract } from 'tar-stream'
import { openPromise } from 'yauzl'

import { Failure } from '../../../http/failure.ts'
import { MAX_ARCHIVE_BYTES, MAX_ARCHIVE_ENTRIES, MAX_COMPRESSION_RATIO } from '../../../limits.ts'
import { isDiskFull } from '../../../storage/disk-full.ts'
import type { ExportFiles } from './format.ts'

const HEAD = 64 * 1024
/** Bytes per chunk: the garbage collector no longer treats larger strings as short-lived. */
const CHUNK = 64 * 1024
/** Up to this size in bytes, any compression ratio is accepted. */
const SMALL = 2 ** 20
/** Maximum depth of nested archives: Notion packs its parts into one more zip. */
const MAX_DEPTH = 2

export interface OpenExport extends ExportFiles {
  /** Path on disk of a file. */
  pathOnDisk(path: string): string
  close(): Promise<void>
}

/** A file on disk. */
interface UnpackedFile {
  readonly disk: string
  readonly size: number
}

/** Whether a file is the zip of one of our exports, which has its own reader, or an archive that cannot be read. */
export async function holdsBucket(file: string): Promise<boolean> {
  const kind = await archiveKind(file).catch(() => 'damaged' as const)
  if (kind !== 'zip') return kind === 'damaged'
  const options = { lazyEntries: true, autoClose: false }
  const zip = await openPromise(file, options).catch(() => undefined)
  // The reader of our own exports reports what is wrong with a damaged one.
  if (!zip) return true
  try {
    for await (const { fileName } of zip.eachEntry()) if (fileName === 'bucket.json') return true
    return false
  } catch {
    return true
  } finally {
    zip.close()
  }
}

/**
 * Opens the file of an import: a zip, a tar (gzipped or not), a gzipped file or any other file. No path on disk comes
 * from a name in an archive.
 * @param name the name of the file, for people
 * @param folder for unpacked files; created if needed, and removed by `close`
 * @throws Failure if the file is damaged, encrypted, or too large when unpacked
 */
export async function openExport(file: string, name: string, folder: string): Promise<OpenExport> {
  const files = new Map<string, UnpackedFile>()
  let [count, total] = [0, 0]

  function take(path: string, size: number, packed?: number): string | undefined {
    const clean = path.replaceAll('\\', '/').replace(/^(\.\/)+/, '')
    if (clean === '' || clean.endsWith('/') || !isContent(clean)) return undefined
    const excerpt = clean.slice(0, 200)
    if (/^\/|^[a-z]:|(^|\/)\.\.(\/|$)|\0/i.test(clean))
      throw refusal(`The archive holds a file name that leads out of it (${excerpt}).`)
    if (files.has(clean)) throw refusal(`The archive holds ${excerpt} twice.`)
    count += 1
    if (count > MAX_ARCHIVE_ENTRIES)
      throw refusal(
        `The archive holds more than ${MAX_ARCHIVE_ENTRIES.toLocaleString('en')} files.`,
      )
    total += size
    if (size > MEDIA_LIMIT)
      throw tooMuch(`${excerpt} is larger than ${MEDIA_LIMIT / 1e6} MB unpacked.`)
    if (total > MAX_ARCHIVE_BYTES)
      throw tooMuch(`The archive holds more than ${MAX_ARCHIVE_BYTES / 2 ** 30} GB unpacked.`)
    if (packed !== undefined && size > SMALL && size > packed * MAX_COMPRESSION_RATIO)
      throw tooMuch(
        `${excerpt} is ${Math.floor(size / Math.max(1, packed))} times as large unpacked.`,
      )
    const disk = join(folder, String(count))
    files.set(clean, { disk, size })
    return disk
  }

  async function unpackZip(path: string, depth: number): Promise<void> {
    const zip = await openPromise(path, { lazyEntries: true, autoClose: false })
    try {
      for await (const entry of zip.eachEntry()) {
        if (entry.isEncrypted()) throw refusal('The zip is encrypted. Pack it without a password.')
        const { fileName, uncompressedSize: size, compressedSize: packed } = entry
        const disk = take(fileName, size, packed)
        if (disk === undefined) continue
        await pipeline(
          await zip.openReadStreamPromise(entry),
          createWriteStream(disk, { mode: 0o600 }),
        )
        if (/\.zip$/i.test(fileName) && depth < MAX_DEPTH) {
          files.delete(fileName)
          await unpackZip(disk, depth + 1)
          await rm(disk)
        }
      }
    } finally {
      zip.close()
    }
  }

  async function unpackTar(source: Readable): Promise<void> {
    const tar = extract()
    const reading = pipeline(source, tar)
    // The loop below throws the same error.
    reading.catch(() => undefined)
    for await (const entry of tar) {
      const { name: path, size, type } = entry.header
      const disk = type === 'file' ? take(path, size) : undefined
      if (disk === undefined) entry.resume()
      else await pipeline(entry, createWriteStream(disk, { mode: 0o600 }))
    }
    await reading
  }

  try {
    const kind = await archiveKind(file)
    if (kind) await mkdir(folder, { recursive: true, mode: 0o700 })
    if (kind === 'zip') await unpackZip(file, 1)
    else if (kind === 'tar') await unpackTar(await bytesOf(file))
    else files.set(name.replace(/\.gz$/i, ''), { disk: file, size: (await stat(file)).size })
  } catch (reason) {
    await rm(folder, { recursive: true, force: true })
    if (reason instanceof Failure || isDiskFull(reason)) throw reason
    throw refusal('The archive is damaged or was cut off.')
  }

  function at(path: string): UnpackedFile {
    const unpacked = files.get(path)
    if (!unpacked) throw new Error(`The export has no file ${path}.`)
    return unpacked
  }

  return {
    name,
    paths: [...files.keys()],
    size: (path) => at(path).size,
    pathOnDisk: (path) => at(path).disk,
    async head(path) {
      const unpacked = files.get(path)
      if (!unpacked) return ''
      const start = await firstOf(await bytesOf(unpacked.disk))
      return decoderOf(start).decode(start.subarray(0, HEAD), { stream: true })
    },
    async *text(path) {
      let decoder: TextDecoder | undefined
      for await (const chunk of (await bytesOf(at(path).disk)) as AsyncIterable<Buffer>) {
        decoder ??= decoderOf(chunk)
        yield decoder.decode(chunk, { stream: true })
      }
      yield decoder?.decode() ?? ''
    },
    close: () => rm(folder, { recursive: true, force: true }),
  }
}

const ZIP = Buffer.from('PK\x03\x04')
const isZip = (start: Buffer): boolean => start.subarray(0, 4).equals(ZIP)
const isGzip = (start: Buffer): boolean => start[0] === 0x1f && start[1] === 0x8b
const isTar = (start: Buffer): boolean => start.subarray(257, 262).toString('latin1') === 'ustar'

/** Returns the kind of an archive by its first bytes; a tar may be gzipped. Undefined for any other file. */
export async function archiveKind(file: string): Promise<'zip' | 'tar' | undefined> {
  if (isZip(await headOf(file))) return 'zip'
  return isTar(await firstOf(await bytesOf(file))) ? 'tar' : undefined
}

async function headOf(path: string): Promise<Buffer> {
  const handle = await open(path)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD), 0, HEAD, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

/** Returns the first bytes of a stream, and closes it. */
async function firstOf(stream: Readable): Promise<Buffer> {
  for await (const chunk of stream as AsyncIterable<Buffer>) return chunk
  return Buffer.alloc(0)
}

function gunzip(file: string): Readable {
  const bytes = createReadStream(file, { highWaterMark: CHUNK })
  const unpacked = createGunzip({ chunkSize: CHUNK })
  pipeline(bytes, unpacked).catch((reason: Error) => unpacked.destroy(reason))
  return unpacked
}

/** Opens a file, and unpacks it if it is gzipped. */
const bytesOf = async (file: string): Promise<Readable> =>
  isGzip(await headOf(file)) ? gunzip(file) : createReadStream(file, { highWaterMark: CHUNK })

/** Matches the encoding in an XML declaration. */
const XML_ENCODING = /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']/

/**
 * Returns a decoder for the encoding that an XML declaration names, for the UTF-16 with a byte order mark that
 * spreadsheets and old tools write, or else for UTF-8.
 */
function decoderOf(start: Buffer): TextDecoder {
  const [first, second] = start
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le')
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be')
  const label = XML_ENCODING.exec(start.toString('latin1', 0, 200))?.[1] ?? 'utf-8'
  try {
    // A declaration that was found is not in UTF-16, even if it says so.
    return new TextDecoder(/^utf-?16/i.test(label) ? 'utf-8' : label)
  } catch {
    return new TextDecoder()
  }
}

const refusal = (words: string) => new Failure('invalid', `${words} Nothing was imported.`)
const tooMuch = (words: string) => new Failure('too_large', `${words} Nothing was imported.`)
