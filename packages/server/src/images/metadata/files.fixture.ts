import sharp, { type Sharp } from 'sharp'

import { picture } from '../../testing/pictures.ts'

/** Personal metadata in the form found in real files. */
const LATITUDE = rationals([51, 1], [30, 1], [26, 1])
const PRIVATE: readonly [what: string, bytes: Buffer][] = [
  ['a latitude', LATITUDE],
  ...['Grace Hopper', 'SN-4711-0815', '51,30.26N', '+51.5074-000.1278/', 'IMG under the bed'].map(
    (text): [string, Buffer] => [text, Buffer.from(text)],
  ),
]

/** Names of the private data that a file contains. */
export const privateIn = (file: Buffer): string[] =>
  PRIVATE.filter(([, bytes]) => file.includes(bytes)).map(([what]) => what)

export const xmp =
  '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="51,30.26N" xmlns:aux="http://ns.adobe.com/exif/1.0/aux/" aux:OwnerName="Grace Hopper"/></rdf:RDF></x:xmpmeta>'
/** XMP that is needed to draw the picture. */
export const gainMapXmp =
  '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:hdrgm="http://ns.adobe.com/hdr-gain-map/1.0/" hdrgm:Version="1.0" hdrgm:GainMapMax="2.5"/></rdf:RDF></x:xmpmeta>'

function rationals(...values: [number, number][]): Buffer {
  const bytes = Buffer.alloc(values.length * 8)
  for (const [n, [above, below]] of values.entries()) {
    bytes.writeUInt32LE(above, n * 8)
    bytes.writeUInt32LE(below, n * 8 + 4)
  }
  return bytes
}

type Entry = [tag: number, type: number, value: Buffer]
const SIZES = [0, 1, 1, 2, 4, 8]
const text = (tag: number, value: string): Entry => [tag, 2, Buffer.from(`${value}\0`, 'latin1')]
const short = (tag: number, value: number): Entry => [
  tag,
  3,
  Buffer.from([value & 255, value >> 8]),
]
export const long = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

/** A directory, followed by its values. @param at its offset in the file */
export function directory(at: number, entries: readonly Entry[], next = 0): Buffer {
  const head = Buffer.alloc(2 + entries.length * 12 + 4)
  head.writeUInt16LE(entries.length)
  head.writeUInt32LE(next, head.length - 4)
  const values: Buffer[] = []
  let valueAt = at + head.length
  for (const [n, [tag, type, value]] of entries.entries()) {
    const entry = 2 + n * 12
    head.writeUInt16LE(tag, entry)
    head.writeUInt16LE(type, entry + 2)
    head.writeUInt32LE(value.length / (SIZES[type] ?? 1), entry + 4)
    if (value.length <= 4) value.copy(head, entry + 8)
    else {
      head.writeUInt32LE(valueAt, entry + 8)
      values.push(value)
      valueAt += value.length
    }
  }
  return Buffer.concat([head, ...values])
}

/** A TIFF structure: Exif as cameras write it, or a file of a few grey pixels. */
export function tiff(isFile = false, orientation = 1): Buffer {
  const header = Buffer.from('II*\0\x08\0\0\0', 'latin1')
  const pixels = Buffer.from([0, 50, 100, 150, 200, 250])
  const main = (exifAt: number, gpsAt: number, pixelsAt: number) =>
    directory(8, [
      ...(isFile
        ? [short(0x100, 3), short(0x101, 2), short(0x102, 8), short(0x103, 1), short(0x106, 1)]
        : []),
      text(0x10f, 'Analytical Engines'),
      ...(isFile ? ([[0x111, 4, long(pixelsAt)]] satisfies Entry[]) : []),
      short(0x112, orientation),
      ...(isFile
        ? ([short(0x115, 1), short(0x116, 2), [0x117, 4, long(6)]] satisfies Entry[])
        : []),
      text(0x13b, 'Ada Lovelace'),
      ...(isFile ? ([[0x2bc, 1, Buffer.from(xmp)]] satisfies Entry[]) : []),
      [0x8769, 4, long(exifAt)],
      [0x8825, 4, long(gpsAt)],
    ])
  const exifAt = 8 + main(0, 0, 0).length
  const exif = directory(exifAt, [
    [0x927c, 7, Buffer.from('IMG under the bed')],
    text(0xa430, 'Grace Hopper'),
    text(0xa431, 'SN-4711-0815'),
  ])
  const gpsAt = exifAt + exif.length
  const gps = directory(gpsAt, [text(1, 'N'), [2, 5, LATITUDE]])
  const pixelsAt = gpsAt + gps.length
  return Buffer.concat([
    header,
    main(exifAt, gpsAt, pixelsAt),
    exif,
    gps,
    ...(isFile ? [pixels] : []),
  ])
}

const segment = (marker: number, ...parts: (string | Buffer)[]): Buffer => {
  const data = Buffer.concat(parts.map((part) => Buffer.from(part)))
  return Buffer.concat([
    Buffer.from([0xff, marker, (data.length + 2) >> 8, (data.length + 2) & 255]),
    data,
  ])
}

/** A JPEG with all the metadata that cameras and programs write. */
export async function jpeg(packet = xmp): Promise<Buffer> {
  const plain = await picture().jpeg().toBuffer()
  return Buffer.concat([
    plain.subarray(0, 2),
    segment(0xe1, 'Exif\0\0', tiff()),
    segment(0xe1, 'http://ns.adobe.com/xap/1.0/\0', packet),
    segment(0xed, 'Photoshop 3.0\0', 'Grace Hopper'),
    segment(0xfe, 'SN-4711-0815'),
    plain.subarray(2),
  ])
}

/** A grey JPEG of any size, built without the time to encode it: each of its blocks takes the same six bits. */
export async function greyJpeg(width: number, height: number): Promise<Buffer> {
  const small = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#808080' } })
    .toColourspace('b-w')
    .jpeg({ optimiseCoding: false, mozjpeg: false })
    .toBuffer()
  const scan = small.indexOf(Buffer.from([0xff, 0xda]))
  const head = Buffer.from(small.subarray(0, scan + 2 + small.readUInt16BE(scan + 2)))
  const frame = head.indexOf(Buffer.from([0xff, 0xc0]))
  head.writeUInt16BE(height, frame + 5)
  head.writeUInt16BE(width, frame + 7)
  const bits = Math.ceil(width / 8) * Math.ceil(height / 8) * 6
  const blocks = Buffer.alloc(Math.ceil(bits / 8), Buffer.from([0x28, 0xa2, 0x8a]))
  return Buffer.concat([head, blocks, Buffer.from([0xff, 0xd9])])
}

/** An animation of 40 × 20 pixels, whose frames are red and blue in turn. */
export async function animation(format: 'gif' | 'webp', count = 2): Promise<Buffer> {
  const size = { width: 40, height: 20, channels: 3 } as const
  const frames = Array.from({ length: count }, (_, n) =>
    sharp({ create: { ...size, background: n % 2 ? '#00f' : '#f00' } }).png(),
  )
  const pngs = await Promise.all(frames.map((frame) => frame.toBuffer()))
  const delay = pngs.map((_, n) => (n % 2 ? 200 : 100))
  const all = sharp(pngs, { join: { animated: true } })
  return all[format]({ delay, loop: 3 }).toBuffer()
}

/** An MPO: several pictures in one file, as stereo cameras and phones write them, with unknown data at the end. */
export const mpo = async (): Promise<Buffer> =>
  Buffer.concat([await jpeg(), Buffer.alloc(9), await jpeg(), Buffer.from('IMG under the bed')])

const withMetadata = (image: Sharp): Sharp =>
  image
    .withExif({
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 26/1' },
      IFD2: { BodySerialNumber: 'SN-4711-0815' },
    })
    .withXmp(xmp)

export const png = async (): Promise<Buffer> =>
  Buffer.concat([await withMetadata(picture()).png().toBuffer(), Buffer.from('Grace Hopper')])
export const webp = (): Promise<Buffer> => withMetadata(picture()).webp().toBuffer()
export const avif = (): Promise<Buffer> => withMetadata(picture()).avif().toBuffer()

/** An animation of two frames, with a comment and XMP. */
export async function gif(): Promise<Buffer> {
  const plain = await animation('gif')
  const at = 13 + ((plain[10] ?? 0) & 0x80 ? 3 * 2 ** (((plain[10] ?? 0) & 7) + 1) : 0)
  const trailer = Buffer.from([1, ...Array.from({ length: 256 }, (_, n) => 255 - n), 0])
  return Buffer.concat([
    plain.subarray(0, at),
    Buffer.from('!\xfe\x0cGrace Hopper\0', 'latin1'),
    Buffer.from('!\xff\x0bXMP DataXMP', 'latin1'),
    Buffer.from(xmp),
    trailer,
    plain.subarray(at),
  ])
}

const big = (value: number, length = 4): Buffer => {
  const bytes = Buffer.alloc(length)
  bytes.writeUIntBE(value, 0, length)
  return bytes
}

/** A box of ISO base media. */
export function box(type: string, ...parts: (Buffer | string)[]): Buffer {
  const content = Buffer.concat(parts.map((part) => Buffer.from(part)))
  return Buffer.concat([big(8 + content.length), Buffer.from(type, 'latin1'), content])
}

const full = (type: string, version: number, ...parts: (Buffer | string)[]): Buffer =>
  box(type, Buffer.from([version, 0, 0, 0]), ...parts)
const handler = (type: string): Buffer => full('hdlr', 0, big(0), type, Buffer.alloc(13))
const PIXELS = Buffer.from('pixels of a picture')

/** A HEIC of one picture, which is shown rotated, at 40 × 30; it contains no pixels. */
export function heic(brand = 'heic'): Buffer {
  const exif = Buffer.concat([big(6), Buffer.from('Exif\0\0'), tiff()])
  const contents = [PIXELS, exif, Buffer.from(xmp)]
  const head = (at: number): Buffer => {
    const offsets = contents.map((_, n) =>
      contents.slice(0, n).reduce((sum, { length }) => sum + length, at),
    )
    const info = (id: number, type: string, more = '') =>
      full('infe', 2, big(id, 2), big(0, 2), type, '\0', more)
    const location = (n: number) =>
      Buffer.concat([
        big(n + 1, 2),
        big(0, 2),
        big(0, 2),
        big(1, 2),
        big(offsets[n] ?? 0),
        big(contents[n]?.length ?? 0),
      ])
    const properties = [full('ispe', 0, big(30), big(40)), box('irot', Buffer.from([1]))]
    return Buffer.concat([
      box('ftyp', brand, big(0), 'mif1'),
      full(
        'meta',
        0,
        handler('pict'),
        full('pitm', 0, big(1, 2)),
        full(
          'iinf',
          0,
          big(3, 2),
          info(1, 'hvc1'),
          info(2, 'Exif'),
          info(3, 'mime', 'application/rdf+xml\0'),
        ),
        full('iloc', 1, Buffer.from([0x44, 0]), big(3, 2), location(0), location(1), location(2)),
        box(
          'iprp',
          box('ipco', ...properties),
          full('ipma', 0, big(1), big(1, 2), Buffer.from([2, 0x81, 0x82])),
        ),
      ),
    ])
  }
  return Buffer.concat([head(head(0).length + 8), box('mdat', ...contents)])
}

const SAMPLE = Buffer.from('+51.5074-000.1278/')

function track(kind: string, offset: number, size: number, ...more: Buffer[]): Buffer {
  const table = box(
    'stbl',
    full('stsd', 0, big(1), box(kind === 'vide' ? 'mp4v' : 'gpmd', Buffer.alloc(78))),
    full('stts', 0, big(1), big(1), big(600)),
    full('stsc', 0, big(1), big(1), big(1), big(1)),
    full('stsz', 0, big(0), big(1), big(size)),
    full('stco', 0, big(1), big(offset)),
  )
  return box(
    'trak',
    full('tkhd', 0, Buffer.alloc(80)),
    box('mdia', full('mdhd', 0, Buffer.alloc(20)), handler(kind), box('minf', table)),
    ...more,
  )
}

/** A film with a GPS track and the metadata that phones and cameras write. */
export function film(brand = 'isom'): Buffer {
  const isQuickTime = brand === 'qt  '
  const start = Buffer.concat([box('ftyp', brand, big(0), brand), box('free', 'Grace Hopper')])
  const samples = box('mdat', PIXELS, SAMPLE)
  const at = start.length + 8
  const spoken = (type: string, value: string) =>
    box(type, big(value.length, 2), big(0x15c7, 2), value)
  const keys = full('keys', 0, big(1), box('mdta', 'com.apple.quicktime.location.ISO6709'))
  const values = box(
    'ilst',
    Buffer.concat([big(8 + 42), big(1), box('data', big(1), big(0), SAMPLE), Buffer.alloc(8)]),
  )
  const cameraMeta = isQuickTime
    ? box('meta', handler('mdta'), keys, values)
    : full('meta', 0, handler('mdta'), keys, values)
  const credits = full(
    'meta',
    0,
    handler('mdir'),
    box(
      'ilst',
      box('©nam', box('data', big(1), big(0), 'A walk')),
      box('ownr', box('data', big(1), big(0), 'Grace Hopper')),
    ),
  )
  return Buffer.concat([
    start,
    samples,
    box(
      'moov',
      full('mvhd', 0, Buffer.alloc(8), big(600), big(900), Buffer.alloc(80)),
      track(
        'vide',
        at,
        PIXELS.length,
        box('udta', box('name', 'Front'), box('CAME', 'SN-4711-0815')),
      ),
      track('meta', at + PIXELS.length, SAMPLE.length),
      cameraMeta,
      box(
        'udta',
        spoken('©xyz', '+51.5074-000.1278/'),
        spoken('©nam', 'A walk'),
        full('loci', 0, 'Grace Hopper'),
        credits,
        isQuickTime ? big(0) : '',
      ),
      box('gps ', 'IMG under the bed'),
    ),
    box('uuid', Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex'), xmp),
  ])
}

/** A PDF with document information, XMP and a photo. @param filter entry of the XMP stream */
export function pdf(photo: Buffer, { isEncrypted = false, filter = '' } = {}): Buffer {
  const stream = (entries: string, content: Buffer) =>
    Buffer.concat([
      Buffer.from(`<< ${entries} /Length ${content.length} >>\nstream\r\n`),
      content,
      Buffer.from('\nendstream'),
    ])
  const objects = [
    Buffer.from('<< /Type /Catalog /Pages 2 0 R /Metadata 4 0 R >>'),
    Buffer.from('<< /Type /Pages /Kids [] /Count 0 >>'),
    Buffer.from(
      '<< /Title (A \\(walk\\)) /Author (Grace Hopper) /Company <4772616365> /Where (\\)51,30.26N) /CreationDate (D:20240229101112Z) /ModDate (D:20240301) /Trapped /False >>',
    ),
    stream(`/Type /Metadata /Subtype /XML ${filter}`, Buffer.from(xmp)),
    stream('/Type /XObject /Subtype /Image /Width 80 /Height 40 /Filter [/DCTDecode]', photo),
  ]
  return Buffer.concat([
    Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1'),
    ...objects.flatMap((object, n) => [
      Buffer.from(`${n + 1} 0 obj\n`),
      object,
      Buffer.from('\nendobj\n'),
    ]),
    Buffer.from(
      `trailer\n<< /Root 1 0 R /Info 3 0 R /Size 6 ${isEncrypted ? '/Encrypt 9 0 R' : ''} >>\nstartxref\n0\n%%EOF`,
    ),
  ])
}
