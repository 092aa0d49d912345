import {
  closeSync,
  copyFileSync,
  constants,
  fstatSync,
  openSync,
  readSync,
  writeSync,
} from 'node:fs'

import { createFileBytes, type Edit, type FileBytes, UnclearStructure } from './file-bytes.ts'
import { removeFromGif } from './gif.ts'
import { removeFromIsoMedia } from './iso-media.ts'
import { removeFromJpeg } from './jpeg.ts'
import { removeFromPdf } from './pdf.ts'
import { removeFromPng } from './png.ts'
import { removeFromTiff } from './tiff.ts'
import { removeFromWebp } from './webp.ts'

/** Removers by type. A file of any other type stays unchanged. */
const REMOVERS = new Map<string, (bytes: FileBytes) => void>([
  ['image/jpeg', removeFromJpeg],
  ['image/png', removeFromPng],
  ['image/apng', removeFromPng],
  ['image/webp', removeFromWebp],
  ['image/gif', removeFromGif],
  ['image/tiff', removeFromTiff],
  ['application/pdf', removeFromPdf],
  ...[
    'image/avif',
    'image/heic',
    'image/heif',
    'image/heic-sequence',
    'image/heif-sequence',
    'video/mp4',
    'video/quicktime',
    'video/x-m4v',
    'video/3gpp',
    'video/3gpp2',
    'audio/mp4',
    'audio/x-m4a',
  ].map((type) => [type, (bytes: FileBytes) => removeFromIsoMedia(bytes)] as const),
])

export interface Removal {
  /** Whether the output was written, because the file had metadata. */
  isRewritten: boolean
  /** Whether a location may remain: the container is unknown, or a part of it could not be read. */
  mayHoldLocation: boolean
}

/**
 * Removes location, owner and device from a file. Its length, and all bytes that are seen or heard, stay the same.
 * @param output path to write to if there is anything to remove
 */
export function removeMetadata(path: string, output: string, type: string): Removal {
  const edits: Edit[] = []
  const file = openSync(path, 'r')
  try {
    const mayHoldLocation = !findMetadata(fileBytes(file, edits), type)
    const isRewritten = edits.some((edit) => changesFile(file, edit))
    if (isRewritten) writeCopy(path, output, edits)
    return { isRewritten, mayHoldLocation }
  } finally {
    closeSync(file)
  }
}

/** Collects the edits that remove metadata. @returns whether the whole structure is known */
export function findMetadata(bytes: FileBytes, type: string): boolean {
  const remove = REMOVERS.get(type)
  if (!remove) return false
  try {
    remove(bytes)
    return true
  } catch (reason) {
    if (reason instanceof UnclearStructure) return false
    throw reason
  }
}

/** Gives random access to an open file. */
export const fileBytes = (file: number, edits: Edit[] = []): FileBytes =>
  createFileBytes(
    fstatSync(file).size,
    (target, at) => readSync(file, target, 0, target.length, at),
    edits,
  )

const PIECE = 1_000_000

/** Yields the bytes of an edit in pieces, since a fill may be as long as the file. */
function* piecesOf(edit: Edit): Generator<{ at: number; bytes: Buffer }> {
  for (let from = 0; from < edit.length; from += PIECE) {
    const length = Math.min(PIECE, edit.length - from)
    const bytes =
      'bytes' in edit ? edit.bytes.subarray(from, from + length) : Buffer.alloc(length, edit.byte)
    yield { at: edit.at + from, bytes }
  }
}

function changesFile(file: number, edit: Edit): boolean {
  for (const { at, bytes } of piecesOf(edit)) {
    const present = Buffer.alloc(bytes.length)
    readSync(file, present, 0, present.length, at)
    if (!present.equals(bytes)) return true
  }
  return false
}

function writeCopy(path: string, output: string, edits: readonly Edit[]): void {
  copyFileSync(path, output, constants.COPYFILE_FICLONE)
  const copy = openSync(output, 'r+')
  try {
    for (const edit of edits)
      for (const { at, bytes } of piecesOf(edit)) {
        for (let done = 0; done < bytes.length;)
          done += writeSync(copy, bytes, done, bytes.length - done, at + done)
      }
  } finally {
    closeSync(copy)
  }
}
