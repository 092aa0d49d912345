import type { ExportFormat } from '@typecase/contract/object-export'

import type { App } from '../../../../app.ts'
import { someOf } from '../../../../jobs/pace.ts'
import type { BucketAccess } from '../../../buckets/bucket-access.ts'
import { eachIndexed } from '../indexed-values.ts'
import { parseValues, type StoredObject } from '../../model/state.ts'
import { readObjects } from '../../store/store.ts'
import { typeModelsOf } from '../../store/type-models.ts'
import { columnsOf, type ExportColumn, type Leaves, leavesOf } from './export-columns.ts'
import { csvHead, type RelatedObject, relatedIn, toCsv, toJson } from './exported-object.ts'

/** Upper bound of the delay for other requests per chunk, in ms. */
const CHUNK_MS = 8
/** Initial estimate of the time per object, in ms. */
const MS_EACH = 0.1

/** Without it, spreadsheets assume their legacy encoding. The import skips it. */
const BYTE_ORDER_MARK = '\uFEFF'

export interface ExportRequest {
  ids: readonly string[]
  format: ExportFormat
  /** Paths of the columns; all by default. */
  fields: readonly string[] | undefined
}

export interface ExportSummary {
  count: number
  /** The type of the objects, if they all have the same one. */
  type: string | undefined
}

type Reading = Pick<App, 'db' | 'columns'>

/** Writes objects in order, each in its state at the time of writing; deleted objects are skipped. */
export async function writeExport(
  app: Reading,
  access: BucketAccess,
  { ids, format, fields }: ExportRequest,
  write: (text: string) => Promise<void>,
  signal: AbortSignal,
): Promise<ExportSummary> {
  const byType = new Map<string, string[]>()
  await eachIndexed(app, access, ids, [['type']], (id, [type]) => {
    const ofType = byType.get(String(type)) ?? []
    ofType.push(id)
    byType.set(String(type), ofType)
  })
  const types = [...byType.keys()].sort()
  const { columns, leaves } = await columnsFor(app, access, types, byType, fields, signal)
  const isWhole = fields === undefined || fields.includes('metadata')

  let count = 0
  if (format === 'csv') await write(BYTE_ORDER_MARK + csvHead(columns))
  if (format === 'json') await write('[')
  for await (const objects of readInChunks(app, access, ids, signal)) {
    const related = await relatedOf(app, access, objects, columns)
    const find = (id: string) => related.get(id)
    for (const object of objects) {
      if (format === 'csv') {
        await write(toCsv(object, columns, leaves.get(object.type) ?? new Map(), find))
      } else {
        const json = toJson(object, columns, isWhole, find)
        await write(format === 'ndjson' ? `${json}\n` : `${count === 0 ? '' : ','}\n${json}`)
      }
      count += 1
    }
  }
  if (format === 'json') await write('\n]\n')
  return { count, type: types.length === 1 ? types[0] : undefined }
}

/** Reads objects in the order of the given ids, in chunks. */
async function* readInChunks(
  { db }: Reading,
  access: BucketAccess,
  ids: readonly string[],
  signal: AbortSignal,
): AsyncGenerator<StoredObject[]> {
  for await (const some of someOf(ids, signal, MS_EACH, CHUNK_MS)) {
    const objects = await readObjects(db.read, access, some)
    yield some.flatMap((id) => objects.get(id) ?? [])
  }
}

/**
 * Returns the columns for objects of some types and the fields behind them; the keys of types without fields come from
 * the objects.
 */
async function columnsFor(
  app: Reading,
  access: BucketAccess,
  types: readonly string[],
  byType: ReadonlyMap<string, readonly string[]>,
  fields: readonly string[] | undefined,
  signal: AbortSignal,
): Promise<{ columns: ExportColumn[]; leaves: ReadonlyMap<string, Leaves> }> {
  const models = await typeModelsOf(app.db.read, access, types)
  const loose = new Set<string>()
  const fieldsOf = (type: string) => models.get(type)?.fields ?? []
  for (const type of types) {
    if (fieldsOf(type).length > 0) continue
    for await (const objects of readInChunks(app, access, byType.get(type) ?? [], signal)) {
      for (const { state } of objects) {
        for (const key of Object.keys(parseValues(state.metadata))) loose.add(key)
      }
    }
  }
  const leaves = new Map(types.map((type) => [type, leavesOf(fieldsOf(type))]))
  return { columns: columnsOf(leaves.values(), [...loose].sort(), fields), leaves }
}

/** Returns the objects to which some objects refer. */
async function relatedOf(
  app: Reading,
  access: BucketAccess,
  objects: readonly StoredObject[],
  columns: readonly ExportColumn[],
): Promise<ReadonlyMap<string, RelatedObject>> {
  const ids = new Set(objects.flatMap((object) => relatedIn(object, columns)))
  const related = new Map<string, RelatedObject>()
  const paths = [['type'], ['title'], ['slug']] as const
  await eachIndexed(app, access, [...ids], paths, (id, [type, title, slug]) => {
    related.set(id, { type: String(type), title: String(title), slug: String(slug) })
  })
  return related
}
