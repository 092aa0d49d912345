import { Failure } from '../../../http/failure.ts'
import { parseRecord } from './json-record.ts'
import type { FileRecord } from './file-record.ts'

/** Characters of a line; a whole file without a line break must not be held in memory. */
const LONGEST = 8 * 2 ** 20

/** One JSON object a line; blank lines are passed over but counted, so that `row` is the line in an editor. */
export async function* ndjsonRecords(text: AsyncIterable<string>): AsyncGenerator<FileRecord> {
  let rest = ''
  let row = 0
  for await (const chunk of text) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      row += 1
      if (line.trim() !== '') yield { row, ...parseRecord(line) }
    }
    if (rest.length > LONGEST) {
      throw new Failure('too_large', `Line ${row + 1} is longer than ${LONGEST / 2 ** 20} MB.`)
    }
  }
  if (rest.trim() !== '') yield { row: row + 1, ...parseRecord(rest) }
}
