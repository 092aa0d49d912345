import { isRecord } from '@typecase/contract/field-values/value-check'
import { isObjectExport } from '@typecase/contract/object-export'

import { Failure } from '../../../http/failure.ts'
import { unguarded } from '../../objects/queries/export/cell-text.ts'
import { METADATA } from '../../objects/queries/export/export-columns.ts'
import { titlesOf } from '../../objects/queries/export/exported-object.ts'
import { csvRecords } from './csv.ts'
import { jsonListRecords } from './json-list.ts'
import type { FileRecord } from './mapping.ts'
import { ndjsonRecords, parseRecord } from './ndjson.ts'
import type { ObjectValues, RawObject } from './staged-object.ts'

// A file of `objects.export` names the object of each row and the form of its values: it needs no mapping.

type Values = Readonly<Record<string, unknown>>
export type TableFormat = 'csv' | 'json' | 'ndjson'

/** Characters of the first line that are examined. */
const LONGEST = 8 * 2 ** 20

/** A file that begins like an export of objects, or else a text that may be a bucket.json. */
export type UnmappedFile =
  | { format: TableFormat; records: AsyncIterable<FileRecord> }
  | { format: 'bucket.json'; text: AsyncIterator<string> }

/**
 * Detects the format of a file without a mapping by its beginning.
 * @throws Failure `invalid` for a table that is no export of objects
 */
export async function openUnmapped(text: AsyncGenerator<string>): Promise<UnmappedFile> {
  let start = ''
  for (;;) {
    const { value, done } = await text.next()
    if (done) break
    start = (start + value).trimStart()
    if (start !== '' && !start.startsWith('{')) break
    if (start.includes('\n') || start.length > LONGEST) break
  }
  const whole = join(start, text)
  if (start.startsWith('{')) {
    const { values } = parseRecord(start.split('\n', 1)[0] ?? '')
    return values && isExported(values)
      ? { format: 'ndjson', records: ndjsonRecords(whole) }
      : { format: 'bucket.json', text: whole }
  }
  return start.startsWith('[')
    ? { format: 'json', records: exportedOnly(jsonListRecords(whole)) }
    : { format: 'csv', records: exportedOnly(csvRecords(whole, true)) }
}

async function* join(start: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield start
  yield* rest
}

const isExported = (values: Values) => isObjectExport(Object.keys(values))

/** @throws Failure where the rows are not those of an export */
async function* exportedOnly(records: AsyncIterable<FileRecord>): AsyncGenerator<FileRecord> {
  let isExport = false
  for await (const record of records) {
    isExport ||= record.values !== undefined && isExported(record.values)
    if (!isExport && record.values) throw unknownTable()
    yield record
  }
  if (!isExport) throw unknownTable()
}

const unknownTable = () =>
  new Failure(
    'invalid',
    'The file is neither a bucket nor an export of objects with all fields. A table needs a mapping.',
  )

/** An object's fields and values from a row of an export, as yet unchecked. */
export function readExported(
  { values = {} }: FileRecord,
  format: TableFormat,
): { raw: RawObject } & ObjectValues {
  if (format !== 'csv') {
    const { metadata, id, ...raw } = values
    return {
      raw: { ...raw, old_id: id },
      values: isRecord(metadata) ? metadata : {},
      isExact: true,
    }
  }
  const cells: Record<string, unknown> = {}
  const raw: Record<string, unknown> = {}
  for (const [name, cell] of Object.entries(values)) {
    if (name.startsWith(METADATA)) cells[name] = cell
    else raw[name] = typeof cell === 'string' ? unguarded(cell) : cell
  }
  // Titles of relations are for people.
  for (const name of Object.keys(cells)) delete cells[titlesOf(name)]
  const { id, ...fields } = raw
  return { raw: { ...fields, old_id: id }, values: {}, cells, isExact: true }
}
