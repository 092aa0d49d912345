import { MAX_EXTENSION_FILES } from '@typecase/contract/extensions'
import { expect, test } from 'vitest'

import { Failure } from '../../http/failure.ts'
import { filesOf, manifestOf } from '../../testing/extensions.ts'
import { zipOf } from '../import-export/testing/export-bucket.ts'
import { makeBundle } from './bundle.ts'
import { readArchive } from './archive.ts'

const EXTENSION = filesOf()
const zip = (more: Record<string, string | Buffer> = {}) =>
  zipOf(Object.entries({ ...EXTENSION, ...more }))
const bundleOf = async (zipped: Buffer) => makeBundle(await readArchive(zipped))
const pathsIn = async (zipped: Buffer) => [...(await readArchive(zipped)).keys()].sort()

/** Returns the reason why an archive is refused. */
async function problemWith(zipped: Buffer): Promise<string> {
  try {
    await bundleOf(zipped)
  } catch (reason) {
    if (reason instanceof Failure) return `${reason.code}: ${reason.message}`
    throw reason
  }
  throw new Error('It was taken.')
}

/** Renames the file of an archive to a name of the same length, since libraries refuse to write hostile names. */
async function renamed(name: string): Promise<Buffer> {
  const innocent = 'q'.repeat(Buffer.byteLength(name) - 4) + '.txt'
  const zipped = await zip({ [innocent]: 'x' })
  for (let at = zipped.indexOf(innocent); at >= 0; at = zipped.indexOf(innocent, at + 1))
    zipped.write(name, at)
  return zipped
}

/** Changes the entry of a file in the archive's directory (PKWARE's APPNOTE 4.3.12). */
async function withEntry(
  name: string,
  change: (entry: Buffer) => void,
  more: Record<string, string | Buffer> = {},
): Promise<Buffer> {
  const zipped = await zip(more)
  change(zipped.subarray(zipped.lastIndexOf(name) - 46))
  return zipped
}

test.each([
  '../slip.txt',
  '../../../../tmp/slip.txt',
  'a/../../slip.txt',
  '/tmp/slip.txt',
  'C:/slip.txt',
  'C:\\slip.txt',
  '..\\..\\slip.txt',
  'a/./slip.txt',
  'a//slip.txt',
  'sl ip.txt',
  'slîp.txt',
  'sl\0ip.txt',
  '.hidden.txt',
  'a"b.txt',
  '%2e%2e/slip.txt',
])('an archive with the path %j is refused', async (name) => {
  expect(await problemWith(await renamed(name))).toMatch(/^invalid: .*(leads out|must be a path)/)
})

test('an archive with the same path twice is refused', async () => {
  const zipped = await zip({ 'aaaa.txt': '1', 'bbbb.txt': '2' })
  for (let at = zipped.indexOf('bbbb.txt'); at >= 0; at = zipped.indexOf('bbbb.txt', at + 1))
    zipped.write('aaaa.txt', at)
  expect(await problemWith(zipped)).toMatch(/^invalid: .*aaaa\.txt twice/)
})

test('symbolic links and encrypted files are refused', async () => {
  const link = (entry: Buffer) => {
    entry.writeUInt16LE(3 << 8, 4) // Made on Unix,
    entry.writeUInt32LE((0o120777 << 16) >>> 0, 38) // as a symbolic link.
  }
  const more = { 'link.txt': '/etc/passwd' }
  expect(await problemWith(await withEntry('link.txt', link, more))).toMatch(/^invalid: .*a link/)
  const encrypt = (entry: Buffer) => entry.writeUInt16LE(entry.readUInt16LE(8) | 1, 8)
  expect(await problemWith(await withEntry('extension.js', encrypt))).toMatch(
    /^invalid: .*encrypted/,
  )
})

test('an archive that would be too large or have too many entries is refused before it is unpacked', async () => {
  const bomb = { 'zeros.txt': Buffer.alloc(5_000_000) }
  const zipped = await zip(bomb)
  expect(zipped.length).toBeLessThan(20_000)
  expect(await problemWith(zipped)).toMatch(/^too_large: .*at most 4 MB/)
  const many = Object.fromEntries(
    Array.from({ length: MAX_EXTENSION_FILES - 1 }, (_, n) => [`${n}.txt`, '']),
  )
  expect(await problemWith(await zip(many))).toMatch(/^too_large: .*100 files/)
  const folders = await zip()
  // The archive now declares 65,534 entries, which it does not have.
  folders.writeUInt16LE(65_534, folders.length - 12)
  expect(await problemWith(folders)).toMatch(/^invalid: .*more than 1000/)
})

test.each<[string, (entry: Buffer) => void]>([
  ['fewer bytes than it has', (entry) => entry.writeUInt32LE(5, 24)],
  ['more bytes than it has', (entry) => entry.writeUInt32LE(900_000, 24)],
  ['another checksum', (entry) => entry.writeUInt32LE(7, 16)],
  ['a place beyond the end', (entry) => entry.writeUInt32LE(0x7fffffff, 42)],
])('an archive whose directory claims %s is refused', async (_what, change) => {
  const zeros = { 'zeros.txt': Buffer.alloc(800_000) }
  expect(await problemWith(await withEntry('zeros.txt', change, zeros))).toMatch(
    /^invalid: .*damaged/,
  )
})

test('archives that are invalid, empty or cut off are refused', async () => {
  expect(await problemWith(Buffer.from('PK'))).toMatch(/^invalid: .*damaged/)
  expect(await problemWith(await zipOf([]))).toMatch(/^invalid: .*empty/)
  const zipped = await zip()
  expect(await problemWith(zipped.subarray(0, zipped.length - 30))).toMatch(/^invalid: .*damaged/)
})

test('a single top-level folder and the system’s own files are removed', async () => {
  const inFolder = Object.entries({
    ...EXTENSION,
    'img/a.svg': '<svg/>',
    '.DS_Store': 'x',
  }).map(([path, content]) => [`stamps/${path}`, content] as const)
  const zipped = await zipOf([...inFolder, ['__MACOSX/stamps/._extension.js', 'x']])
  expect(await pathsIn(zipped)).toEqual(['extension.js', 'img/a.svg', 'manifest.json'])
  const flat = await bundleOf(await zip({ 'img/a.svg': '<svg/>' }))
  expect((await bundleOf(zipped)).sha256).toBe(flat.sha256)
  // Two top-level folders are left unchanged.
  expect(await problemWith(await zipOf([...inFolder, ['other/a.txt', 'x']]))).toMatch(
    /^invalid: manifest\.json must be at the top/,
  )
})

test('the hash depends on paths and contents, but not on the order of the archive', async () => {
  const { sha256 } = await bundleOf(await zip({ 'a.txt': '1', 'b.txt': '2' }))
  const turned = Object.entries({ ...EXTENSION, 'a.txt': '1', 'b.txt': '2' }).toReversed()
  expect((await bundleOf(await zipOf(turned))).sha256).toBe(sha256)
  const others = [{ 'a.txt': '12', 'b.txt': '' }, { 'a.txt': '1', 'c.txt': '2' }, { 'a.txt': '1' }]
  for (const other of others) expect((await bundleOf(await zip(other))).sha256).not.toBe(sha256)
})

test('a manifest over 64 kB is refused', async () => {
  const large = { 'manifest.json': JSON.stringify({ ...manifestOf(), title: 'x'.repeat(64_000) }) }
  expect(await problemWith(await zip(large))).toMatch(/^invalid: manifest .*64 kB/)
})

test('an entry module over 64 kB is refused; other files may be larger', async () => {
  const random = Array.from({ length: 60_000 }, (_, n) => Math.sin(n).toString(36)).join('')
  const large = { 'extension.js': `export const x = '${random}'` }
  expect(await problemWith(await zip(large))).toMatch(/^invalid: manifest\.entry .*64 kB/)
  // Files that the module loads at runtime may be larger.
  expect((await bundleOf(await zip({ 'data.js': large['extension.js'] }))).manifest).toEqual(
    manifestOf(),
  )
})
