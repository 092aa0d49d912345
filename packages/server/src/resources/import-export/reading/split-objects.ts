import { MAX_BUCKET_JSON_BYTES } from '../../../limits.ts'
import { Failure } from '../../../http/failure.ts'
import { tooLarge } from './source-text.ts'

/**
 * Start of the objects in a bucket.json of an export, with one object per line. Strings in JSON contain no line breaks.
 */
const BEGIN = '"objects":[\n'
const END = ']}}'
/** Maximum characters of an object. */
const MAX_OBJECT_LENGTH = 16 * 2 ** 20

/** A bucket.json of our exports, split into parts: its objects need not be in memory together. */
export interface SplitText {
  /** Valid JSON: the file without its objects. For any other file, the whole text. */
  head: string
  /** The JSON of each object. */
  objects: AsyncIterable<string>
}

/** Splits a bucket.json of an export into its head and its objects. */
export async function splitObjects(parts: AsyncIterator<string>): Promise<SplitText> {
  const read: string[] = []
  let [length, tail] = [0, '']
  for (;;) {
    const { value, done } = await parts.next()
    if (done) return { head: read.join(''), objects: nothing() }
    const joined: string = tail + value
    const at = joined.indexOf(BEGIN)
    if (at >= 0) {
      const end = at + BEGIN.length - tail.length
      read.push(value.slice(0, end))
      return { head: read.join('') + END, objects: linesOf(value.slice(end), parts) }
    }
    read.push(value)
    length += value.length
    if (length > MAX_BUCKET_JSON_BYTES) throw tooLarge(MAX_BUCKET_JSON_BYTES)
    tail = joined.slice(-BEGIN.length)
  }
}

// oxlint-disable-next-line no-empty-function -- yields nothing
async function* nothing(): AsyncGenerator<string> {}

async function* linesOf(first: string, parts: AsyncIterator<string>): AsyncGenerator<string> {
  let rest = first
  for (;;) {
    const lines = rest.split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (line === END) return
      yield line.endsWith(',') ? line.slice(0, -1) : line
    }
    if (rest.length > MAX_OBJECT_LENGTH)
      throw new Failure('too_large', `An object is larger than ${MAX_OBJECT_LENGTH / 2 ** 20} MB.`)
    const { value, done } = await parts.next()
    if (done) break
    rest += value
  }
  if (rest !== END)
    throw new Failure('invalid', 'The bucket.json was cut off. Nothing was imported.')
}
