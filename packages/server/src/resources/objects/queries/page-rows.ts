import type { Props } from '@typecase/content-query/props'

import { MAX_CONTENT_BYTES } from '../../../limits.ts'
import { type RowPage, readPage, type VersionedRow } from '../../../columns/find-rows.ts'
import { rowsById, selectByIds } from '../../../columns/table-feed.ts'
import type { Reader } from '../../../database/database.ts'
import { prepared, preparedFor } from '../../../database/prepared.ts'
import { assertPageFits } from '../../../http/response-size.ts'
import type { BucketAccess } from '../../buckets/bucket-access.ts'
import { type Overlay, withPublication, withRevision } from '../../perspectives/overlay.ts'
import { type Finding, findObjects, type ObjectQuery } from './find-objects.ts'
import { type ObjectSource, objectTables } from './object-feed.ts'

/** Which large columns a response needs; the others are not even read. */
export interface RequestedParts {
  content: boolean
  metadata: boolean
}

export const requestedParts = (props: Props): RequestedParts => ({
  content: props === 'all' || props.has('content'),
  metadata: props === 'all' || props.has('metadata'),
})

/** The columns to read of each object. */
export interface ColumnSelection<Row> {
  columns: readonly (keyof Row & string)[]
  parts: RequestedParts
}

/**
 * Finds a page of objects and reads its rows, all at one version of the bucket.
 * @throws Failure `invalid` if the rows exceed the limit of a response
 */
export const readObjectPage = <Row>(
  finding: Finding,
  access: BucketAccess,
  request: ObjectQuery,
  selected: ColumnSelection<Row>,
  signal?: AbortSignal,
): Promise<RowPage & { readonly rows: readonly (Row & VersionedRow)[] }> =>
  readPage(
    (isAgain) =>
      findObjects(finding, access, isAgain ? { ...request, version: undefined } : request, signal),
    (ids) =>
      readFitting<Row, Row & VersionedRow>(
        finding.db.read,
        access,
        request.source,
        ids,
        selected,
        (sizes) => assertPageFits(ids.map((id) => ({ bytes: sizes.get(id) ?? 0 }))),
      ),
  )

/**
 * Reads objects by id, in no particular order; in one statement if none is large.
 * @param assertFit receives the objects' sizes before large ones are read, and throws if they exceed the limit of a
 * response
 */
export async function readFitting<Row, Entry extends object = Row & object>(
  read: Reader,
  access: BucketAccess,
  source: ObjectSource | Overlay,
  ids: readonly string[],
  selected: ColumnSelection<Row>,
  assertFit: (sizes: ReadonlyMap<string, number>) => void,
): Promise<Entry[]> {
  // Even with content and metadata, this many rows of at most this size always fit.
  const most = Math.floor(MAX_CONTENT_BYTES / 2 / Math.max(1, ids.length))
  const rows = await readByIds<Row, Entry>(read, access, source, ids, selected, most)
  if (!rows.some(isPartly)) return rows
  assertFit(await readSizes(read, access, source, ids, selected.parts))
  return readByIds<Row, Entry>(read, access, source, ids, selected)
}

/** Whether a column of a row exceeded the limit and was left out. */
const isPartly = (row: object): boolean =>
  ('content' in row && row.content === null) || ('metadata' in row && row.metadata === null)

/**
 * Reads objects by id, in no particular order; those that this source lacks are left out.
 * @param most limit in bytes for content and for metadata: a larger value is read as null
 */
export async function readByIds<Row, Entry extends object = Row & object>(
  read: Reader,
  access: BucketAccess,
  source: ObjectSource | Overlay,
  ids: readonly string[],
  selected: ColumnSelection<Row>,
  most?: number,
): Promise<Entry[]> {
  const { bucketId } = access
  const { columns, parts: selection } = selected
  const isRead = (column: string) =>
    (column !== 'content' || selection.content) && (column !== 'metadata' || selection.metadata)
  if (typeof source !== 'string') {
    const sources = sourcesOf(source, ids)
    const parts = sources.map(([one, some]) =>
      readByIds<Row, Entry & { readonly id: string }>(read, access, one, some, selected, most),
    )
    return (await Promise.all(parts)).flat().map((row) => {
      const publication = source.outcomes.get(row.id)
      const published = publication ? withPublication(row, publication) : row
      return source.revision?.id === row.id
        ? withRevision(published, source.revision.state, isRead)
        : published
    })
  }
  const fed = objectTables[source]
  const rows = await selectByIds<Entry>(read, bucketId, fed, ids, columns.filter(isRead), most)
  const others = columns.filter((column) => !isRead(column))
  const blank = others.map((column) => [column, column === 'content' ? '' : '{}'])
  return blank.length === 0 ? rows : rows.map((row) => ({ ...row, ...Object.fromEntries(blank) }))
}

/** Returns the tables that hold objects of an overlay, each with their ids; unpublished objects are in none. */
function sourcesOf({ outcomes }: Overlay, ids: readonly string[]): [ObjectSource, string[]][] {
  const published = ids.filter((id) => !outcomes.has(id))
  const newest = ids.filter((id) => Boolean(outcomes.get(id)))
  const sources: [ObjectSource, string[]][] = [
    ['published', published],
    ['newest', newest],
  ]
  return sources.filter(([, some]) => some.length > 0)
}

const sizes = preparedFor((key: string) => {
  const [source = '', ...columns] = key.split(' ')
  return prepared((db, some: { bucketId: string; ids: readonly string[] }) =>
    rowsById(db, objectTables[source as ObjectSource], some)
      .select('r.id')
      .select((eb) =>
        columns.map((column) =>
          eb.fn<number>('octet_length', [`r.${column}` as 'r.content']).as(column),
        ),
      )
      .$castTo<{ id: string; content?: number; metadata?: number }>(),
  )
})

/** Reads the sizes of objects by id, which the database knows without reading their texts. */
export async function readSizes(
  read: Reader,
  access: BucketAccess,
  source: ObjectSource | Overlay,
  ids: readonly string[],
  selection: RequestedParts,
): Promise<ReadonlyMap<string, number>> {
  const { bucketId } = access
  if (typeof source !== 'string') {
    const parts = sourcesOf(source, ids).map(([one, some]) =>
      readSizes(read, access, one, some, selection),
    )
    return new Map((await Promise.all(parts)).flatMap((sizesById) => [...sizesById]))
  }
  const large = (['content', 'metadata'] as const).filter((column) => selection[column])
  const rows = await sizes([source, ...large].join(' '))(read, { bucketId, ids })
  return new Map(rows.map(({ id, content = 0, metadata = 0 }) => [id, content + metadata]))
}
