import { MAX_PDF_BYTES } from '../../limits.ts'
import { type FileBytes, UnclearStructure } from './file-bytes.ts'
import { removeFromJpeg } from './jpeg.ts'
import { objectsOf, type PdfObject, textOf } from './pdf-objects.ts'

/** Entries of the document information that stay. */
const PUBLIC_KEYS = [
  '/Title',
  '/Subject',
  '/Keywords',
  '/Creator',
  '/Producer',
  '/CreationDate',
  '/ModDate',
  '/Trapped',
]
const SPACE = 0x20

/**
 * Removes the author and custom entries of the document information, XMP, and the metadata of JPEG streams.
 * @throws UnclearStructure for an encrypted file, or metadata in a compressed stream
 */
export function removeFromPdf(bytes: FileBytes): void {
  if (bytes.size > MAX_PDF_BYTES) throw new UnclearStructure('too large')
  const text = readAll(bytes).toString('latin1')
  const objects = [...objectsOf(text)]
  const valueOf = ({ entries }: PdfObject, key: string) => textOf(text, entries.get(key))
  const roots = objects.filter(
    (one) => one.number === undefined || valueOf(one, '/Type') === '/XRef',
  )
  if (roots.length === 0) throw new UnclearStructure('no trailer')
  if (roots.some(({ entries }) => entries.has('/Encrypt'))) throw new UnclearStructure('encrypted')

  for (const root of roots) {
    const reference = valueOf(root, '/Info')
    if (reference === '') continue
    const number = Number(/^(\d+)\s+\d+\s+R$/.exec(reference)?.[1])
    const information = objects.filter((one) => one.number === number)
    if (information.length === 0) throw new UnclearStructure('compressed')
    for (const one of information) eraseTexts(one)
  }
  for (const one of objects) {
    if (!one.stream) continue
    const [start, end] = one.stream
    const filter = valueOf(one, '/Filter').replaceAll(/[[\]\s]/g, '')
    if (filter === '/DCTDecode') removeFromJpeg(bytes.part(start, end - start))
    if (valueOf(one, '/Type') !== '/Metadata') continue
    if (filter !== '') throw new UnclearStructure('compressed')
    bytes.fill(start, end - start, SPACE)
  }

  function eraseTexts({ entries }: PdfObject): void {
    for (const [key, [start, end]] of entries) {
      if (PUBLIC_KEYS.includes(key)) continue
      const value = text.slice(start, end)
      if (/^(\(|<(?!<))/.test(value)) bytes.fill(start + 1, end - start - 2, SPACE)
      else if (!/^[\w./+-]+$/.test(value)) throw new UnclearStructure('a value elsewhere')
    }
  }
}

function readAll(bytes: FileBytes): Buffer {
  const all = Buffer.alloc(bytes.size)
  for (let at = 0; at < bytes.size;) {
    const piece = bytes.readSome(at, 1_000_000)
    if (piece.length === 0) throw new UnclearStructure('cut off')
    at += piece.copy(all, at)
  }
  return all
}
