import type { ImportMapping } from '@typecase/contract/import-export'
import type { Metafield } from '@typecase/contract/metafields'

import type { Staging } from '../planning/staging.ts'
import { unite } from './bucket-fields.ts'
import { type BucketFile, readBucketFile } from './bucket-json.ts'
import { csvRecords } from './csv.ts'
import { createInference } from './field-inference.ts'
import type { Issues } from './issues.ts'
import { mapRecord, valueAt } from './mapping.ts'
import { ndjsonRecords } from './ndjson.ts'
import { readText } from './source-text.ts'
import { readObject } from './staged-object.ts'

/** What a file holds beside the rows, which were staged. */
export interface FileContents extends Omit<BucketFile, 'objects'> {
  /** Fields that objects bring along, by type. */
  fields: ReadonlyMap<string, readonly Metafield[]>
}

export interface Reading {
  file: string
  mapping: ImportMapping | null
  staging: Staging
  issues: Issues
  /** Told the bytes read so far, now and then; throws when the import was cancelled. */
  onRead(bytes: number): void
}

/** Bytes of a table once unpacked: rows are staged on disk. */
const TABLE_LIMIT = 2 ** 30
/** Bytes of a bucket.json once unpacked: it is read as a whole. */
export const BUCKET_LIMIT = 64 * 2 ** 20

/** Reads a file whole, and stages the rows that pass their own checks. */
export function readFile(work: Reading): Promise<FileContents> {
  return work.staging.batch(() =>
    work.mapping ? readTable(work, work.mapping) : readBucketJson(work),
  )
}

async function readTable(
  { file, staging, issues, onRead }: Reading,
  mapping: ImportMapping,
): Promise<FileContents> {
  const text = readText(file, TABLE_LIMIT, onRead)
  const inference = createInference(mapping)
  const unseen = new Set(mapping.columns.filter(({ to }) => to !== null).map(({ from }) => from))
  let n = 0
  for await (const record of mapping.format === 'csv' ? csvRecords(text) : ndjsonRecords(text)) {
    const { row, problem, values: columns = {} } = record
    if (problem !== undefined) {
      issues.error(row, '', problem, 'form')
      continue
    }
    for (const from of unseen) if (valueAt(columns, from) !== undefined) unseen.delete(from)
    const { raw, values } = mapRecord(mapping, record)
    const object = readObject(raw, values, row, issues)
    if (!object) continue
    inference.observe(values)
    staging.addRow({ n, row, object })
    n += 1
  }
  for (const from of unseen) issues.warn(`No row has a column “${from}”.`)
  return {
    types: [],
    typeFolders: [],
    fields: new Map([[mapping.object_type, inference.fields()]]),
    media: [],
    mediaFolders: [],
  }
}

async function readBucketJson({ file, staging, issues, onRead }: Reading): Promise<FileContents> {
  let text = ''
  for await (const part of readText(file, BUCKET_LIMIT, onRead)) text += part
  const { objects, ...rest } = readBucketFile(text, issues)
  const fields = new Map<string, Metafield[]>()
  for (const [n, { row, object, fields: found }] of objects.entries()) {
    staging.addRow({ n, row, object })
    if (found.length > 0) fields.set(object.type, unite(fields.get(object.type) ?? [], found))
  }
  return { ...rest, fields }
}
