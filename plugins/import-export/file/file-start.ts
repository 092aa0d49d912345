/** How much of a file is read to propose a mapping. */
const START = 256 * 1024

/** Beginnings of files that people choose by mistake. */
const OTHERS: readonly (readonly [start: string, what: string])[] = [
  ['\x89PNG', 'a PNG image'],
  ['\xff\xd8\xff', 'a JPEG image'],
  ['GIF8', 'a GIF image'],
  ['%PDF', 'a PDF'],
  ['\xd0\xcf\x11\xe0', 'an old spreadsheet: save it as CSV'],
]
const UTF16 = ['\xff\xfe', '\xfe\xff']

/** What the first file of a zip is called in documents of Office and LibreOffice, which are zips as well. */
const OFFICE = /^.{30}(?:\[Content_|_rels\/|docProps\/|xl\/|word\/|mimetype)/s

/** Whether a file is a zip, by its first bytes. @throws in words for the user where it is a document of Office */
export async function isZip(file: File): Promise<boolean> {
  const bytes = new Uint8Array(await file.slice(0, 64).arrayBuffer())
  const start = String.fromCodePoint(...bytes)
  if (!start.startsWith('PK\x03\x04')) return false
  if (OFFICE.test(start))
    throw new Error(`${file.name} is a spreadsheet or document: save it as CSV. ${ACCEPTED}`)
  return true
}

/** Tells by its first bytes what cannot be imported, however large it is. @throws in words for the user */
export async function assertText(file: File): Promise<void> {
  const bytes = new Uint8Array(await file.slice(0, 512).arrayBuffer())
  if (isGzip(bytes)) return
  const start = String.fromCodePoint(...bytes)
  const other = OTHERS.find(([beginning]) => start.startsWith(beginning))
  if (other) throw new Error(`${file.name} is ${other[1]}. ${ACCEPTED}`)
  if (UTF16.some((mark) => start.startsWith(mark))) throw notUtf8(file)
  if (bytes.includes(0)) throw new Error(`${file.name} is not text. ${ACCEPTED}`)
}

const ACCEPTED =
  'An import takes the zip of an export, or bucket.json, CSV and NDJSON files, gzipped or not.'

/** The first characters of a file, unpacked where it is gzip, and whether they are all there are. */
export async function textStart(file: File): Promise<{ text: string; isWhole: boolean }> {
  const magic = new Uint8Array(await file.slice(0, 2).arrayBuffer())
  const stream = isGzip(magic)
    ? file.stream().pipeThrough(new DecompressionStream('gzip'))
    : file.stream()
  const reader = stream.getReader()
  // It takes the byte order mark away.
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let text = ''
  let isWhole = false
  try {
    while (text.length < START && !isWhole) {
      const { done, value } = await reader.read()
      isWhole = done
      text += done ? decoder.decode() : decoder.decode(value, { stream: true })
    }
  } catch {
    if (isGzip(magic)) throw new Error(`${file.name} is a damaged gzip file, or was cut off.`)
    throw notUtf8(file)
  } finally {
    // A gzip stream that is left early reports it; nobody is interested.
    await reader.cancel().catch(() => undefined)
  }
  return { text, isWhole }
}

const isGzip = (bytes: Uint8Array) => bytes[0] === 0x1f && bytes[1] === 0x8b

const notUtf8 = (file: File) =>
  new Error(`${file.name} is not UTF-8 text. Save it as UTF-8 and choose it again.`)
