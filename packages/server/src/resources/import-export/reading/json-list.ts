import { Failure } from '../../../http/failure.ts'
import type { FileRecord } from './mapping.ts'
import { parseRecord } from './ndjson.ts'

const MAX_ITEM_LENGTH = 8 * 2 ** 20
/** Matches characters that open or close something, end an element, or escape the next character. */
const MARK = /["\\[\]{},]/g

/**
 * Yields the objects of a JSON list one by one: the list may be larger than the memory. Rows count from 1.
 * @throws Failure if the list has no end, or an element is too long
 */
export async function* jsonListRecords(text: AsyncIterable<string>): AsyncGenerator<FileRecord> {
  let element = ''
  let row = 0
  let depth = 0
  let isQuoted = false
  /** Whether the end of the previous chunk escapes the next character. */
  let isEscaped = false
  for await (const chunk of text) {
    let from = 0
    MARK.lastIndex = isEscaped ? 1 : 0
    isEscaped = false
    for (let mark = MARK.exec(chunk); mark; mark = MARK.exec(chunk)) {
      const [sign] = mark
      const at = mark.index
      if (isQuoted) {
        if (sign === '"') isQuoted = false
        else if (sign === '\\') {
          isEscaped = at + 1 === chunk.length
          MARK.lastIndex = at + 2
        }
        continue
      }
      if (sign === '"') isQuoted = true
      else if (sign === '[' || sign === '{') {
        depth += 1
        if (depth === 1) from = at + 1
      } else if (sign === ']' || sign === '}') depth -= 1
      const isEnd = depth === 0
      if (!isEnd && (sign !== ',' || depth > 1)) continue
      element += chunk.slice(from, at)
      from = at + 1
      if (!isEnd || element.trim() !== '') {
        row += 1
        yield { row, ...parseRecord(element) }
      }
      if (isEnd) return
      element = ''
    }
    element += chunk.slice(from)
    if (element.length > MAX_ITEM_LENGTH) {
      throw new Failure(
        'too_large',
        `Element ${row + 1} is longer than ${MAX_ITEM_LENGTH / 2 ** 20} MB.`,
      )
    }
  }
  throw new Failure('invalid', 'The JSON list was cut off. Nothing was imported.')
}
