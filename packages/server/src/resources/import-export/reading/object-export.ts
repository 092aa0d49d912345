import { isRecord } from '@typecase/contract/field-values/value-check'
import { isObjectExport } from '@typecase/contract/object-export'

import { unguard } from '../../objects/queries/export/cell-text.ts'
import { METADATA } from '../../objects/queries/export/export-columns.ts'
import { titlesOf } from '../../objects/queries/export/exported-object.ts'
import { csvRecords } from './csv.ts'
import { jsonListRecords } from './json-list.ts'
import type { FileRecord } from './mapping.ts'
import { ndjsonRecords, parseRecord } from './ndjson.ts'
import type { ObjectValues, RawObject } from './staged-object.ts'
import { type TableFormat, UnmappedTable } from './unmapped-table.ts'

// A file of `objects.export` names the object of each row and the form of its values, so it needs no mapping.

type Values = Readonly<Record<string, unknown>>

/** Maximum number of examined characters of the first line. */
const MAX_FIRST_LINE = 8 * 2 ** 20

/** A file that begins like an export of objects, or a text that may be a bucket.json. */
export type UnmappedFile =
  | { format: TableFormat; records: AsyncIterable<FileRecord> }
  | { format: 'bucket.json'; text: AsyncIterator<string> }

/**
 * Detects the format of a file without a mapping by its beginning.
 * @throws UnmappedTable if a table is no export of objects: either at once, or when its first row is read
 */
export async function openUnmapped(text: AsyncGenerator<string>): Promise<UnmappedFile> {
  let start = ''
  for (;;) {
    const { value, done } = await text.next()
    if (done) break
    start = (start + value).trimStart()
    if (start !== '' && !start.startsWith('{')) break
    if (start.includes('\n') || start.length > MAX_FIRST_LINE) break
  }
  const content = join(start, text)
  if (start.startsWith('{')) {
    const [line = '', ...others] = start.split('\n')
    const { values } = parseRecord(line)
    if (values && isExported(values)) return { format: 'ndjson', records: ndjsonRecords(content) }
    const isAlone = others.every((other) => other.trim() === '')
    if (values && isRow(values, isAlone)) throw new UnmappedTable('ndjson')
    return { format: 'bucket.json', text: content }
  }
  return start.startsWith('[')
    ? { format: 'json', records: exportedOnly(jsonListRecords(content), 'json') }
    : { format: 'csv', records: exportedOnly(csvRecords(content, true), 'csv') }
}

async function* join(start: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield start
  yield* rest
}

const isExported = (values: Values) => isObjectExport(Object.keys(values))

/**
 * Whether JSON on the first line is a row of a table, rather than a bucket or an export of another system on one line.
 */
function isRow(values: Values, isAlone: boolean): boolean {
  const names = Object.keys(values)
  if (names.length === 0 || BUCKET_KEYS.some((key) => names.includes(key))) return false
  const hasLists = Object.values(values).some(
    (value) => Array.isArray(value) && value.some(isRecord),
  )
  return !isAlone || !hasLists
}

const BUCKET_KEYS = ['bucket', 'object_types', 'objects']

/** Passes on the rows of an export. @throws UnmappedTable if the rows are not those of an export */
async function* exportedOnly(
  records: AsyncIterable<FileRecord>,
  format: TableFormat,
): AsyncGenerator<FileRecord> {
  let isExport = false
  for await (const record of records) {
    isExport ||= record.values !== undefined && isExported(record.values)
    if (!isExport && record.values) throw new UnmappedTable(format)
    yield record
  }
  if (!isExport) throw new UnmappedTable(format)
}

/** Reads an object's fields and values from a row of an export, without checking them. */
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
    else raw[name] = typeof cell === 'string' ? unguard(cell) : cell
  }
  // The titles of relations are only for people.
  for (const name of Object.keys(cells)) delete cells[titlesOf(name)]
  const { id, ...fields } = raw
  return { raw: { ...fields, old_id: id }, values: {}, cells, isExact: true }
}
