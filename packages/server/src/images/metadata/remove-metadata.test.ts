import fc from 'fast-check'
import sharp from 'sharp'
import { parseBuffer } from 'music-metadata'
import { describe, expect, test } from 'vitest'

import { MAX_METADATA_READ_BYTES, MAX_METADATA_WRITE_BYTES } from '../../limits.ts'
import { bytesOf, createFileBytes, type Edit } from './file-bytes.ts'
import {
  avif,
  box,
  directory,
  film,
  gainMapXmp,
  gif,
  heic,
  jpeg,
  long,
  mpo,
  pdf,
  png,
  privateIn,
  tiff,
  webp,
} from './files.fixture.ts'
import { publicExif } from './exif.ts'
import { removeFromIsoMedia } from './iso-media.ts'
import { isoSize } from './iso-size.ts'
import { findMetadata } from './remove-metadata.ts'

/** Returns the stored form of a file, and whether it is reported as clean. */
function strip(file: Buffer, type: string): { stored: Buffer; isClean: boolean } {
  const edits: Edit[] = []
  const isClean = findMetadata(bytesOf(file, edits), type)
  const stored = Buffer.from(file)
  for (const edit of edits) {
    expect(edit.at >= 0 && edit.at + edit.length <= file.length).toBe(true)
    stored.fill('bytes' in edit ? edit.bytes : edit.byte, edit.at, edit.at + edit.length)
  }
  return { stored, isClean }
}

const containers: readonly [type: string, name: string, make: () => Buffer | Promise<Buffer>][] = [
  ['image/jpeg', 'JPEG', () => jpeg()],
  ['image/jpeg', 'MPO', mpo],
  ['image/jpeg', 'JPEG with a film', async () => Buffer.concat([await jpeg(), film()])],
  ['image/png', 'PNG', png],
  ['image/webp', 'WebP', webp],
  ['image/gif', 'GIF', gif],
  ['image/avif', 'AVIF', avif],
  ['image/heic', 'HEIC', () => heic()],
  ['image/heic', 'HEIC with a film', () => Buffer.concat([heic(), box('mpvd', film())])],
  ['image/tiff', 'TIFF', () => tiff(true)],
  ['video/mp4', 'MP4', () => film()],
  ['video/quicktime', 'MOV', () => film('qt  ')],
  ['application/pdf', 'PDF', async () => pdf(await jpeg())],
]

test.each(containers)(
  '%s: a %s loses everything private and keeps its length',
  async (type, _name, make) => {
    const file = await make()
    expect(privateIn(file)).not.toEqual([])
    const { stored, isClean } = strip(file, type)
    expect({ left: privateIn(stored), length: stored.length, isClean }).toEqual({
      left: [],
      length: file.length,
      isClean: true,
    })
    // A second run finds nothing to remove.
    expect(strip(stored, type).stored.equals(stored)).toBe(true)
  },
)

test.each(['jpeg', 'png', 'webp', 'gif', 'avif', 'tiff'] as const)(
  'removing metadata keeps each pixel of a %s',
  async (format) => {
    const file = await { jpeg, png, webp, gif, avif, tiff: () => tiff(true) }[format]()
    const { stored } = strip(file, `image/${format}`)
    expect(stored.equals(file)).toBe(false)
    const pixels = (image: Buffer) =>
      sharp(image, { animated: true, failOn: 'warning' }).raw().toBuffer()
    expect((await pixels(stored)).equals(await pixels(file))).toBe(true)
  },
)

const publicWords = (file: Buffer, ...words: string[]) =>
  words.filter((word) => file.includes(word))

describe('removing metadata keeps', () => {
  test('artist, make and orientation of Exif', async () => {
    const { stored } = strip(await jpeg(), 'image/jpeg')
    expect(publicWords(stored, 'Ada Lovelace', 'Analytical Engines')).toHaveLength(2)
    const turned = Buffer.from(await jpeg())
    // The orientation of the fixture is 1; that of this one is 6.
    const at = turned.indexOf(Buffer.from([0x12, 0x01, 3, 0, 1, 0, 0, 0]))
    turned[at + 8] = 6
    const { orientation } = await sharp(strip(turned, 'image/jpeg').stored).metadata()
    expect(orientation).toBe(6)
  })

  test('the gain map of XMP', async () => {
    const file = await jpeg(gainMapXmp)
    expect(strip(file, 'image/jpeg').stored.includes(gainMapXmp)).toBe(true)
  })

  test.each([
    ['video/mp4', 'isom'],
    ['video/quicktime', 'qt  '],
  ])('the title of %s and what is played', async (type, brand) => {
    const { stored } = strip(film(brand), type)
    expect(publicWords(stored, 'A walk', 'Front', 'pixels of a picture')).toHaveLength(3)
    // The library does not know how QuickTime ends a list.
    if (brand === 'qt  ') return
    expect((await parseBuffer(stored, type)).format.trackInfo).toHaveLength(1)
  })

  test('the pixels of HEIC and the size that it is shown in', () => {
    const { stored } = strip(heic(), 'image/heic')
    expect(stored.includes('pixels of a picture')).toBe(true)
    expect(isoSize(bytesOf(stored))).toEqual({ width: 40, height: 30 })
  })

  test('the pictures, delays and loop of a GIF', async () => {
    const { stored } = strip(await gif(), 'image/gif')
    expect(await sharp(stored, { animated: true }).metadata()).toMatchObject({
      pages: 2,
      delay: [100, 200],
      loop: 3,
    })
  })

  test('the title and dates of a PDF, but not its author and company', async () => {
    const { stored } = strip(pdf(await jpeg()), 'application/pdf')
    const remaining = [
      '/Title (A \\(walk\\))',
      '/CreationDate (D:20240229101112Z) /ModDate (D:20240301)',
    ]
    expect(publicWords(stored, ...remaining)).toEqual(remaining)
    expect(stored.includes('/Author (            )')).toBe(true)
    expect(stored.includes('/Company <          >')).toBe(true)
  })
})

describe('a file that may still contain a location', () => {
  const fragmented = () => {
    const file = film()
    const moov = file.lastIndexOf('moov') - 4
    const size = file.readUInt32BE(moov)
    const movie = file.subarray(moov + 8, moov + size)
    return Buffer.concat([file.subarray(0, moov), box('moov', box('mvex'), movie)])
  }
  const other = (file: Buffer, at: number, bytes: number[]) => {
    const changed = Buffer.from(file)
    changed.set(bytes, at)
    return changed
  }
  test.each<[string, string, () => Buffer | Promise<Buffer>]>([
    ['a bitmap', 'image/bmp', () => Buffer.from('BM')],
    ['Matroska', 'video/webm', () => Buffer.from([0x1a, 0x45, 0xdf, 0xa3])],
    ['a raw photo', 'image/x-canon-cr3', () => film()],
    ['BigTIFF', 'image/tiff', () => other(tiff(true), 2, [43])],
    ['an encrypted PDF', 'application/pdf', async () => pdf(await jpeg(), { isEncrypted: true })],
    [
      'a PDF with compressed XMP',
      'application/pdf',
      async () => pdf(await jpeg(), { filter: '/Filter /FlateDecode' }),
    ],
    [
      'a PDF whose information is in a compressed stream',
      'application/pdf',
      async () => {
        const file = pdf(await jpeg())
        return other(file, file.indexOf('/Info 3') + 6, [0x38])
      },
    ],
    [
      'a PDF without a trailer',
      'application/pdf',
      () => Buffer.from('%PDF-1.7\n1 0 obj << >> endobj'),
    ],
    ['a film in fragments with a track of places', 'video/mp4', fragmented],
    ['a film with a compressed header', 'video/quicktime', () => box('moov', box('cmov'))],
    [
      'a HEIC whose items are within others',
      'image/heic',
      () => {
        const file = heic()
        // This byte is the construction method of the second item.
        return other(file, file.indexOf('iloc') + 4 + 4 + 2 + 2 + 16 + 3, [2])
      },
    ],
  ])('is reported as such: %s', async (_what, type, make) => {
    expect(strip(await make(), type).isClean).toBe(false)
  })
})

describe('malformed files', () => {
  test.each(containers)(
    'are read without an error: %s, a %s cut off anywhere',
    async (type, _name, make) => {
      const file = await make()
      const step = Math.max(1, Math.floor(file.length / 200))
      for (let end = 0; end < file.length; end += step)
        expect(strip(file.subarray(0, end), type).stored.length).toBe(end)
    },
  )

  test.each(containers)(
    'are read without an error: %s, a %s with other bytes anywhere',
    async (type, _name, make) => {
      const file = await make()
      const changes = fc.array(
        fc.tuple(fc.nat(file.length - 1), fc.constantFrom(0, 1, 0x7f, 0xff)),
        {
          minLength: 1,
          maxLength: 4,
        },
      )
      fc.assert(
        fc.property(changes, (bytes) => {
          const broken = Buffer.from(file)
          for (const [at, byte] of bytes) broken[at] = byte
          strip(broken, type)
        }),
        { numRuns: 100 },
      )
    },
  )

  const sized = (size: bigint, type = 'udta') => {
    const header = Buffer.alloc(16)
    header.writeUInt32BE(1)
    header.write(type, 4, 'latin1')
    header.writeBigUInt64BE(size, 8)
    return header
  }
  test.each([
    ['shorter than its header', sized(15n)],
    ['longer than the file', sized(17n)],
    ['longer than any', sized(2n ** 64n - 1n)],
    ['of no length within another', box('moov', Buffer.from([0, 0, 0, 7, 0x75, 0x64, 0x74, 0x61]))],
  ])('are not reported as clean with a box %s', (_what, bytes) => {
    expect(strip(bytes, 'video/mp4').isClean).toBe(false)
  })

  test('lose private data even with boxes of 64 bits and a last one without a length', () => {
    const data = Buffer.from('Grace Hopper')
    const last = Buffer.concat([Buffer.from([0, 0, 0, 0]), Buffer.from('junk'), data])
    const { stored, isClean } = strip(Buffer.concat([sized(28n, 'junk'), data, last]), 'video/mp4')
    expect([privateIn(stored), isClean]).toEqual([[], true])
  })

  test('are read with boxes a thousand deep', () => {
    let file = box('udta', 'Grace Hopper')
    for (let n = 0; n < 1000; n += 1) file = box(n % 2 ? 'moov' : 'trak', file)
    expect(strip(file, 'video/mp4').stored.length).toBe(file.length)
  })

  test('are read to an end with directories of a TIFF that lead to themselves', () => {
    const start = Buffer.from('II*\0\x08\0\0\0', 'latin1')
    const loop = Buffer.concat([start, directory(8, [[0x100, 4, long(1)]], 8)])
    expect(strip(loop, 'image/tiff')).toMatchObject({ stored: loop, isClean: true })
    const itself = Buffer.concat([start, directory(8, [[0x8769, 4, long(8)]])])
    expect(strip(itself, 'image/tiff')).toMatchObject({ stored: itself, isClean: false })
  })
})

describe('the limits of removing metadata', () => {
  const isClean = (file: Buffer, type: string) => strip(file, type).isClean
  const start = Buffer.from('II*\0\x08\0\0\0', 'latin1')

  /** A file of zeros, except for some parts; it takes no memory. */
  const sparse = (size: number, ...parts: [at: number, bytes: Buffer][]) =>
    createFileBytes(
      size,
      (target, from) => {
        for (const [at, bytes] of parts) {
          const start = Math.max(at, from)
          if (start < at + bytes.length && start < from + target.length)
            bytes.copy(target, start - from, start - at)
        }
        return target.length
      },
      [],
    )

  test('exclude a PDF of more than 100 MB', () => {
    const text = Buffer.from('%PDF-1.7\ntrailer\n<< /Size 1 >>\n')
    expect(findMetadata(sparse(text.length, [0, text]), 'application/pdf')).toBe(true)
    expect(findMetadata(sparse(100_000_001, [0, text]), 'application/pdf')).toBe(false)
  })

  test('allow structures of 8 MB, and 32 MB to write', () => {
    const png = (...lengths: number[]) => {
      const parts: [number, Buffer][] = [[0, Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')]]
      let at = 8
      for (const [type, length] of [
        ...lengths.map((one) => ['eXIf', one] as const),
        ['IEND', 0] as const,
      ]) {
        const header = Buffer.alloc(8)
        header.writeUInt32BE(length)
        header.write(type, 4)
        parts.push([at, header])
        at += length + 12
      }
      return findMetadata(sparse(at, ...parts), 'image/png')
    }
    expect([png(MAX_METADATA_READ_BYTES), png(MAX_METADATA_READ_BYTES + 1)]).toEqual([true, false])
    const most = Array.from(
      { length: MAX_METADATA_WRITE_BYTES / MAX_METADATA_READ_BYTES },
      () => MAX_METADATA_READ_BYTES,
    )
    expect([png(...most.slice(1)), png(...most)]).toEqual([true, false])
  })

  test('allow 10,000 directories of a TIFF, 1,000 of one entry and four nested ones', () => {
    const chain = (count: number) =>
      Buffer.concat([
        start,
        ...Array.from({ length: count }, (_, n) =>
          directory(8 + n * 6, [], n + 1 < count ? 14 + n * 6 : 0),
        ),
      ])
    expect(isClean(chain(10_000), 'image/tiff')).toBe(true)
    expect(isClean(chain(10_001), 'image/tiff')).toBe(false)
    const list = (count: number) =>
      Buffer.concat([start, directory(8, [[0x14a, 4, Buffer.alloc(count * 4)]])])
    expect(isClean(list(1000), 'image/tiff')).toBe(true)
    expect(isClean(list(1001), 'image/tiff')).toBe(false)
    const nested = (depth: number) =>
      Buffer.concat([
        start,
        ...Array.from({ length: depth }, (_, n) =>
          directory(8 + n * 18, [[0x8769, 4, long(26 + n * 18)]]),
        ),
        directory(8 + depth * 18, []),
      ])
    expect(isClean(nested(4), 'image/tiff')).toBe(true)
    expect(isClean(nested(5), 'image/tiff')).toBe(false)
  })

  test('allow 65,536 items of a HEIC, and as many extents', () => {
    const info = box('infe', Buffer.from([2, 0, 0, 0, 0, 1, 0, 0]), 'hvc1')
    const handler = box('hdlr', Buffer.alloc(8), 'pict')
    const file = (count: number) =>
      box(
        'meta',
        Buffer.alloc(4),
        handler,
        box('iinf', Buffer.alloc(6), ...Array.from({ length: count }, () => info)),
      )
    expect(isClean(file(65_536), 'image/heic')).toBe(true)
    expect(isClean(file(65_537), 'image/heic')).toBe(false)
    // Extents without fields take no bytes.
    const item = (extents: number) => Buffer.from([0, 1, 0, 0, extents >> 8, extents & 255])
    const located = (...extents: number[]) =>
      box(
        'meta',
        Buffer.alloc(4),
        handler,
        box('iinf', Buffer.alloc(6), box('infe', Buffer.from([2, 0, 0, 0, 0, 9, 0, 0]), 'Exif')),
        box('iloc', Buffer.from([0, 0, 0, 0, 0, 0, 0, extents.length]), ...extents.map(item)),
      )
    const reasonOf = (...extents: number[]) => {
      try {
        removeFromIsoMedia(bytesOf(located(...extents)))
      } catch (reason) {
        return (reason as Error).message
      }
      return undefined
    }
    expect(reasonOf(65_535, 1)).toBe('an item without a location')
    expect(reasonOf(65_535, 2)).toBe('too many extents')
  })

  test('allow an artist of 2,000 letters', async () => {
    const exif = (length: number) =>
      Buffer.concat([start, directory(8, [[0x13b, 2, Buffer.alloc(length, 'a')]])])
    const holds = (length: number) => publicExif(exif(length)).includes('aaaaa')
    expect([holds(2000), holds(2001)]).toEqual([true, false])
  })
})

describe('random trees of boxes', () => {
  const SECRET = '+51.5074-000.1278/'
  interface Leaf {
    type: string
    isPrivate: boolean
    isLong: boolean
    size: number
  }
  type Tree = Leaf | { type: string; children: Tree[] }

  const leaf = (isPrivate: boolean, ...types: string[]) =>
    fc.record({
      type: fc.constantFrom(...types),
      isPrivate: fc.constant(isPrivate),
      isLong: fc.boolean(),
      size: fc.nat(40),
    })
  const tree = (type: string, ...children: fc.Arbitrary<Tree>[]) =>
    fc.record({
      type: fc.constant(type),
      children: fc.array(fc.oneof(...children), { maxLength: 5 }),
    })
  const hidden = leaf(true, 'uuid', 'abcd', 'free', 'skip')
  const user = tree(
    'udta',
    leaf(true, '©xyz', 'loci', 'CAME', 'free'),
    leaf(false, '©nam', 'cprt', 'name'),
  )
  const movie = tree(
    'moov',
    leaf(false, 'mvhd', 'iods'),
    user,
    hidden,
    tree('trak', leaf(false, 'tkhd', 'edts'), user, hidden),
  )
  const file = fc.array(fc.oneof(leaf(false, 'ftyp', 'mdat', 'moof'), hidden, movie), {
    maxLength: 8,
  })

  /** Returns the bytes, and adds the ranges that must stay. */
  function build(trees: readonly Tree[], at: number, stay: [number, number][]): Buffer {
    const parts: Buffer[] = []
    for (const one of trees) {
      const from = parts.reduce((sum, { length }) => sum + length, at)
      if ('children' in one) parts.push(box(one.type, build(one.children, from + 8, stay)))
      else {
        const content = Buffer.concat([
          Buffer.alloc(one.size, 'x'),
          Buffer.from(one.isPrivate ? SECRET : 'seen'),
        ])
        const header = Buffer.alloc(one.isLong ? 16 : 8)
        header.writeUInt32BE(one.isLong ? 1 : 8 + content.length)
        header.write(one.type, 4, 'latin1')
        if (one.isLong) header.writeBigUInt64BE(BigInt(16 + content.length), 8)
        if (!one.isPrivate) stay.push([from, from + header.length + content.length])
        parts.push(header, content)
      }
    }
    return Buffer.concat(parts)
  }

  test('lose everything private, and keep their length and the position of what is played', () => {
    fc.assert(
      fc.property(file, (trees) => {
        const stay: [number, number][] = []
        const before = build(trees, 0, stay)
        const { stored, isClean } = strip(before, 'video/mp4')
        expect([isClean, stored.length, stored.includes(SECRET)]).toEqual([
          true,
          before.length,
          false,
        ])
        for (const stretch of stay)
          expect(stored.subarray(...stretch).equals(before.subarray(...stretch))).toBe(true)
      }),
      { numRuns: 200 },
    )
  })
})
