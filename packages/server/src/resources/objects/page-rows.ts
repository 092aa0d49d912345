import type { Props } from '@typecase/content-query/props'

import { type FoundRows, readPage, type VersionedRow } from '../../columns/find-rows.ts'
import { selectByIds, valuesIn } from '../../columns/table-feed.ts'
import type { Reader } from '../../database/database.ts'
import { assertPageFits } from '../../http/answer-size.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'
import { type Finding, findObjects, type ObjectsAsked } from './find-objects.ts'
import { type ObjectSource, objectTables } from './object-feed.ts'

/** Of the two columns that may be large, those that an answer shows: the others are not even read. */
export interface Wanted {
  content: boolean
  metadata: boolean
}

export const wantedBy = (props: Props): Wanted => ({
  content: props === 'all' || props.has('content'),
  metadata: props === 'all' || props.has('metadata'),
})

/** What is read of each object. */
export interface Selected<Row> {
  columns: readonly (keyof Row & string)[]
  wanted: Wanted
}

/**
 * Finds a page of objects and reads its rows, all at one version of the bucket.
 * @throws Failure `invalid` when they hold more than an answer may
 */
export const readObjectPage = <Row>(
  finding: Finding,
  access: BucketAccess,
  asked: ObjectsAsked,
  { columns, wanted }: Selected<Row>,
  signal?: AbortSignal,
): Promise<FoundRows & { readonly rows: readonly (Row & VersionedRow)[] }> =>
  readPage(
    () => findObjects(finding, access, asked, signal),
    async (ids) => {
      const { read } = finding.db
      const sizes = await readSizes(read, access, asked.source, ids, wanted)
      assertPageFits(ids.map((id) => ({ bytes: sizes.get(id) ?? 0 })))
      return readByIds<Row, Row & VersionedRow>(read, access, asked.source, ids, {
        columns,
        wanted,
      })
    },
  )

/** Objects by id, in no order; those that are not there in this source are left out. */
export function readByIds<Row, Found = Row>(
  read: Reader,
  { bucketId }: BucketAccess,
  source: ObjectSource,
  ids: readonly string[],
  { columns, wanted }: Selected<Row>,
): Promise<Found[]> {
  const fed = objectTables[source]
  const shown = columns.map((column) => {
    if (column === 'content' && !wanted.content) return "'' AS content"
    if (column === 'metadata' && !wanted.metadata) return "'{}' AS metadata"
    return `${valuesIn(fed)}.${column}`
  })
  return selectByIds<Found>(read, bucketId, fed, ids, ['r.version', ...shown].join(', '))
}

/** How large they are, by id, which the database knows without reading them. */
export async function readSizes(
  read: Reader,
  { bucketId }: BucketAccess,
  source: ObjectSource,
  ids: readonly string[],
  { content, metadata }: Wanted,
): Promise<ReadonlyMap<string, number>> {
  const fed = objectTables[source]
  const sizeOf = (column: string, isWanted: boolean) =>
    isWanted ? `octet_length(${valuesIn(fed)}.${column})` : '0'
  const rows = await selectByIds<{ id: string; bytes: number }>(
    read,
    bucketId,
    fed,
    ids,
    `r.id AS id, ${sizeOf('content', content)} + ${sizeOf('metadata', metadata)} AS bytes`,
  )
  return new Map(rows.map(({ id, bytes }) => [id, bytes]))
}
