import { Failure } from '../../../http/failure.ts'
import { assertBounded } from '../../../http/json-bounds.ts'
import { isRecord } from '@typecase/contract/field-values/value-check'
import { problemIn, wordsOf } from '../../../storable.ts'
import type { FileRecord } from './mapping.ts'

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

/** The object on a line, or its error. */
export function parseRecord(line: string): Omit<FileRecord, 'row'> {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    return { problem: 'is not valid JSON' }
  }
  if (!isRecord(value)) return { problem: 'is not an object' }
  const problem = problemOf(value, line)
  return problem === undefined ? { values: value } : { problem }
}

/** The reason why valid JSON cannot be stored. */
export function problemOf(value: object, text: string): string | undefined {
  const problem = problemIn(value, text)
  if (problem) return `cannot be stored: ${problem.path} ${wordsOf(problem)}`
  try {
    assertBounded(value)
    return undefined
  } catch (reason) {
    return reason instanceof Failure ? reason.message : 'is nested too deeply'
  }
}
