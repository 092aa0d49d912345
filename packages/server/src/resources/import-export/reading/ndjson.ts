import { Failure } from '../../../http/failure.ts'
import { assertBounded } from '../../../http/json-bounds.ts'
import { isRecord } from '@typecase/contract/field-values/value-check'
import { problemIn, wordsOf } from '../../../storable.ts'
import type { FileRecord } from './mapping.ts'

/** Maximum characters of a line, since a whole file without a line break must not be held in memory. */
const MAX_LINE_LENGTH = 8 * 2 ** 20

/** Yields one JSON object per line. Blank lines are skipped but counted, so `row` is the line number in an editor. */
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
    if (rest.length > MAX_LINE_LENGTH) {
      throw new Failure(
        'too_large',
        `Line ${row + 1} is longer than ${MAX_LINE_LENGTH / 2 ** 20} MB.`,
      )
    }
  }
  if (rest.trim() !== '') yield { row: row + 1, ...parseRecord(rest) }
}

/** Parses the object on a line, or returns its error. */
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

/** Returns the reason why valid JSON cannot be stored. */
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
