import type { ImportMapping, ImportSource } from '@typecase/contract/import-export'
import type { Metafield } from '@typecase/contract/metafields'

import { MAX_TABLE_BYTES } from '../../../limits.ts'
import type { BroughtMedia } from '../applying/bring-media.ts'
import type { ImportedObjects } from '../formats/imported-objects.ts'
import type { Staging } from '../planning/staging.ts'
import type { Archive } from './archive.ts'
import { unite } from './bucket-fields.ts'
import {
  type BucketFile,
  type MediaEntry,
  type ObjectEntry,
  bucketIn,
  readBucketFile,
} from './bucket-json.ts'
import { csvRecords } from './csv.ts'
import { createInference } from './field-inference.ts'
import type { Issues } from './issues.ts'
import { jsonListRecords } from './json-list.ts'
import { type FileRecord, mapRecord, valueAt } from './mapping.ts'
import { ndjsonRecords, parseRecord } from './ndjson.ts'
import { openUnmapped, readExported } from './object-export.ts'
import { withNewNames } from './renamed-media.ts'
import { readText } from './source-text.ts'
import { splitObjects } from './split-objects.ts'
import { readObject } from './staged-object.ts'
import type { TableFormat } from './unmapped-table.ts'

/** The contents of a file without its rows, which are staged. */
export interface FileContents extends Omit<BucketFile, 'objects' | 'readEntry'> {
  format: TableFormat | 'bucket.json'
  /** Fields that objects define themselves, by type. */
  fields: ReadonlyMap<string, readonly Metafield[]>
  /** What an export of another system contains. */
  source?: ImportSource
}

export interface Reading {
  file: string
  /** The archive, if the file is a zip. */
  archive: Archive | undefined
  mapping: ImportMapping | null
  staging: Staging
  issues: Issues
  /** Called from time to time with the bytes read so far; throws if the import was cancelled. */
  onRead(bytes: number): void
  /** Stores the files of media, before the objects that use them are staged. */
  bringMedia(
    media: readonly MediaEntry[],
    archive: Pick<Archive, 'has' | 'unpack'> | undefined,
  ): Promise<BroughtMedia>
  /** Reads the objects that an export of another system may refer to without containing them. */
  importedObjects(): Promise<ImportedObjects>
  /** Base address of the server's media. */
  mediaBase: string
}

/**
 * Reads a whole file, and stages the rows that pass their own checks.
 * @throws UnmappedTable for a table without a mapping; other Failures for unreadable files
 */
export function readFile(work: Reading): Promise<FileContents> {
  return work.staging.batch(async () => {
    const { archive, mapping, onRead } = work
    if (mapping) return readTable(work, mapping)
    if (archive) return readBucketJson(work, archive.bucketText(MAX_TABLE_BYTES, onRead))
    const content = await openUnmapped(textOf(work))
    if (content.format === 'bucket.json') return readBucketJson(work, content.text)
    return readExport(work, content.records, content.format)
  })
}

const noBucket = {
  types: [],
  typeFolders: [],
  media: [],
  listsMedia: false,
  listsObjects: true,
  mediaFolders: [],
  previewSites: [],
}

const textOf = ({ file, issues, onRead }: Reading, sheet?: string) =>
  readText(file, {
    limit: MAX_TABLE_BYTES,
    onRead,
    sheet,
    warn: (message) => issues.warn(message),
  })

async function readTable(work: Reading, mapping: ImportMapping): Promise<FileContents> {
  const { staging, issues } = work
  const text = textOf(work, mapping.sheet)
  const { format, object_type: type } = mapping
  const inference = createInference(mapping)
  const unseen = new Set(mapping.columns.filter(({ to }) => to !== null).map(({ from }) => from))
  let n = 0
  for await (const record of recordsOf(text, mapping)) {
    const { row, problem, values: columns = {} } = record
    if (problem !== undefined) {
      issues.error(row, '', problem, 'form')
      continue
    }
    for (const from of unseen) if (valueAt(columns, from) !== undefined) unseen.delete(from)
    const { raw, ...values } = mapRecord(mapping, record, (path, message) =>
      issues.error(row, path, `${path} ${message}`, 'format'),
    )
    const object = readObject(raw, values, row, issues)
    if (!object) continue
    inference.observe(values.values)
    staging.addRow({ n, row, object })
    n += 1
  }
  for (const from of unseen) issues.warn(`No row has a column “${from}”.`)
  return { ...noBucket, format, fields: new Map([[type, inference.fields()]]) }
}

function recordsOf(text: AsyncIterable<string>, { format, is_guarded }: ImportMapping) {
  if (format === 'csv') return csvRecords(text, is_guarded)
  return format === 'json' ? jsonListRecords(text) : ndjsonRecords(text)
}

/** Reads an export of objects of one or several types. Object types stay unchanged. */
async function readExport(
  { staging, issues }: Reading,
  records: AsyncIterable<FileRecord>,
  format: TableFormat,
): Promise<FileContents> {
  let n = 0
  for await (const record of records) {
    const { row, problem } = record
    if (problem !== undefined) {
      issues.error(row, '', problem, 'form')
      continue
    }
    const { raw, ...values } = readExported(record, format)
    const object = readObject(raw, values, row, issues)
    if (!object) continue
    staging.addRow({ n, row, object })
    n += 1
  }
  return { ...noBucket, format, fields: new Map() }
}

async function readBucketJson(
  { archive, staging, issues, bringMedia, mediaBase }: Reading,
  parts: AsyncIterator<string>,
): Promise<FileContents> {
  const { head, objects: lines } = await splitObjects(parts)
  const { objects, readEntry, ...bucket } = readBucketFile(bucketIn(head), issues, archive)
  const { media, names } = await bringMedia(bucket.media, archive)

  const fields = new Map<string, Metafield[]>()
  let n = 0
  function stage({ row, object, fields: rowFields }: ObjectEntry): void {
    staging.addRow({ n, row, object })
    n += 1
    if (rowFields.length > 0)
      fields.set(object.type, unite(fields.get(object.type) ?? [], rowFields))
  }
  const entriesOf = (raw: unknown, row: number) =>
    readEntry(withNewNames(raw, names, mediaBase), row)

  for (const entry of objects
    .flatMap((raw, index) => entriesOf(raw, index + 1))
    .toSorted((a, b) => a.order - b.order || a.row - b.row))
    stage(entry)
  let row = objects.length
  for await (const line of lines) {
    row += 1
    const { values, problem } = parseRecord(line)
    if (problem !== undefined) issues.error(row, '', problem, 'form')
    else for (const entry of entriesOf(values, row)) stage(entry)
  }
  return { ...bucket, format: 'bucket.json', media, fields }
}
