import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'

import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { ZipFile as NewZip } from 'yazl'

import { MAX_EXTENSION_ENTRIES } from '../../limits.ts'
import { Failure, invalid } from '../../http/failure.ts'
import { assertFits, type BundleFile, MANIFEST } from './bundle.ts'

/** Files that operating systems add to archives. */
const LEFT_OUT = /(^|\/)(__MACOSX\/|\.DS_Store$|Thumbs\.db$)/

/**
 * Reads the files of an extension from a .zip, by their paths. The archive's directory is checked before anything is
 * unpacked. A single folder around all files is stripped.
 * @throws Failure `invalid` for another type of file or a damaged zip, `too_large`
 */
export async function readArchive(zipped: Buffer): Promise<ReadonlyMap<string, Buffer>> {
  try {
    const zip = await fromBufferPromise(zipped, { lazyEntries: true, autoClose: false })
    const entries = withoutFolder(await entriesIn(zip))
    const files = new Map<string, Buffer>()
    for (const [path, entry] of entries) files.set(path, await unpack(zip, entry))
    return files
  } catch (reason) {
    throw reason instanceof Failure ? reason : archiveFailure(reason)
  }
}

/** A fixed time, so that the same files always give the same archive. */
const NO_TIME = new Date('2000-01-01T00:00:00')

/** Writes files to a .zip that `readArchive` can read. */
export function writeArchive(files: readonly BundleFile[]): Promise<Buffer> {
  const zip = new NewZip()
  for (const { path, content } of files) zip.addBuffer(content, path, { mtime: NO_TIME })
  zip.end()
  return buffer(zip.outputStream)
}

async function entriesIn(zip: ZipFile): Promise<ReadonlyMap<string, Entry>> {
  if (zip.entryCount > MAX_EXTENSION_ENTRIES)
    throw refusal(`holds more than ${MAX_EXTENSION_ENTRIES} files`)
  const entries = new Map<string, Entry>()
  let size = 0
  for await (const entry of zip.eachEntry()) {
    const { fileName: name, uncompressedSize } = entry
    const excerpt = name.slice(0, 200)
    if (LEFT_OUT.test(name)) continue
    if (isLink(entry)) throw refusal(`holds a link, ${excerpt}: put the file there`)
    if (name.endsWith('/')) continue
    if (entry.isEncrypted()) throw refusal('is encrypted: pack it without a password')
    if (entries.has(name)) throw refusal(`holds ${excerpt} twice`)
    entries.set(name, entry)
    size += uncompressedSize
    assertFits(entries.size, size)
  }
  if (entries.size === 0) throw refusal('is empty')
  return entries
}

/** Whether an entry is a symbolic link. The upper half of its attributes holds the Unix file mode. */
const isLink = ({ externalFileAttributes }: Entry): boolean =>
  ((externalFileAttributes >>> 16) & 0o170000) === 0o120000

/** Strips the common folder of all files from their paths, if there is one. */
function withoutFolder(entries: ReadonlyMap<string, Entry>): ReadonlyMap<string, Entry> {
  const [first = ''] = entries.keys()
  const folder = first.slice(0, first.indexOf('/') + 1)
  const isAround = folder !== '' && [...entries.keys()].every((name) => name.startsWith(folder))
  if (entries.has(MANIFEST) || !isAround) return entries
  return new Map([...entries].map(([name, entry]) => [name.slice(folder.length), entry]))
}

/** Unpacks a file. The zip reader stops if it has more bytes than the directory declares. */
async function unpack(zip: ZipFile, entry: Entry): Promise<Buffer> {
  const content = await buffer(await zip.openReadStreamPromise(entry))
  if (crc32(content) !== entry.crc32) throw refusal(`is damaged: ${entry.fileName} is not whole`)
  return content
}

const refusal = (words: string) => invalid('files', `The zip ${words}.`, 'zip')

/** Converts an error of the zip reader to a message for people. */
function archiveFailure(reason: unknown): unknown {
  if (!(reason instanceof Error)) return reason
  if (/relative path|absolute path|invalid characters in fileName/i.test(reason.message))
    return refusal(`holds a file name that leads out of it (${reason.message})`)
  return refusal('is damaged, cut off, or none')
}
