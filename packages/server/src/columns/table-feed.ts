import { ANY_TEXT, LINKS, METADATA_KEYS, type Path } from '@typecase/content-query/fields'
import { type StoredRecord, TEXT_FIELDS } from '@typecase/content-query/stored-values'
import type { AliasedExpression, ExpressionBuilder } from 'kysely'

import type { Reader } from '../database/database.ts'
import { jsonAt } from '../database/expressions.ts'
import { prepared, preparedFor } from '../database/prepared.ts'
import type { Tables } from '../database/tables.ts'
import type { RowFeed, ChangeCursor } from './live-index.ts'

/** A table, as queries see it, whose rows belong to a bucket and carry its version. */
export interface FedTable {
  /** The table, with the alias `r` in statements. */
  readonly table: 'objects' | 'media'
  /** A second table with the alias `v`, whose row with the same key holds the values instead. */
  readonly values?: 'published_objects'
  /** Whether the feed has the live or the trashed rows. */
  readonly which: 'live' | 'trashed'
  /** Column names that differ from the field, by field. */
  readonly columns?: Readonly<Record<string, string>>
  /** Paths that most queries use. */
  readonly base: readonly Path[]
  /** Whether queries follow the relations of these rows. */
  readonly areObjects?: true
}

interface Some {
  bucketId: string
  ids: readonly string[]
}

const bucketVersion = prepared((db, bucket: { id: string }) =>
  db.selectFrom('buckets').select('version').where('id', '=', bucket.id),
)

/** Creates a feed of one bucket's rows for its column index. */
export function tableFeed(read: Reader, bucketId: string, fed: FedTable): RowFeed {
  // Prepared statements by the paths that queries of this bucket have used; they live as long as the feed.
  const allAfter = preparedFor((json: string) =>
    prepared((db, after: PageOf<{ id: string }>) => allPage(db, fed, pathsIn(json), after)),
  )
  const writtenAfter = preparedFor((json: string) =>
    prepared((db, after: PageOf<ChangeCursor>) => writtenPage(db, fed, pathsIn(json), after)),
  )
  const writtenByIds = preparedFor((json: string) =>
    prepared((db, some: Some) => {
      const rows = selectWritten(db, fed, some.bucketId, pathsIn(json))
      return withBucket(db, some.bucketId, rows.where('r.id', 'in', some.ids).as('r'))
    }),
  )

  return {
    base: fed.base,
    areObjects: fed.areObjects ?? false,

    async version() {
      const [row] = await bucketVersion(read, { id: bucketId })
      return row?.version ?? 0
    },

    async all(after, limit, requested) {
      const paths = readFor(requested)
      const rows = await allAfter(JSON.stringify(paths))(read, { bucketId, id: after, limit })
      return {
        rows: rows.flatMap((row) => {
          const { id } = row
          if (id === null) return []
          return { id, record: isIncluded(fed, row) ? recordOf(id, row, paths) : undefined }
        }),
        ...momentOf(rows),
      }
    },

    async writtenRows(after, limit, requested) {
      const paths = readFor(requested)
      const rows = await writtenAfter(JSON.stringify(paths))(read, { bucketId, ...after, limit })
      return {
        rows: rows.flatMap((row) => {
          const { id, version } = row
          if (id === null || version === null) return []
          return { id, version, record: isThere(fed, row) ? recordOf(id, row, paths) : undefined }
        }),
        ...momentOf(rows),
      }
    },

    async records(ids, requested) {
      const paths = readFor(requested)
      const rows = await writtenByIds(JSON.stringify(paths))(read, { bucketId, ids })
      return {
        records: rows.flatMap<StoredRecord>((row) =>
          row.id !== null && isThere(fed, row) ? recordOf(row.id, row, paths) : [],
        ),
        version: rows[0]?.bucket_version ?? 0,
      }
    },
  }
}

/** Composite fields, and the paths read for each. */
const WHOLE: Readonly<Record<string, readonly Path[]>> = {
  [ANY_TEXT]: [...TEXT_FIELDS, 'metadata'].map((field) => [field]),
  [LINKS]: [['content'], ['metadata']],
  [METADATA_KEYS]: [['metadata']],
}

/**
 * Limit of metadata keys that are read one by one. Beyond it, all metadata are read: no statement can have thousands of
 * columns.
 */
const MAX_KEYS = 100

/** Returns the paths to read for rows: composite fields are replaced by the fields they consist of. */
function readFor(requested: readonly Path[]): readonly Path[] {
  const paths = requested.flatMap((path) => WHOLE[path[0]] ?? [path])
  const others = paths.filter(([field]) => field !== 'metadata')
  const isWhole = paths.some(([field, key]) => field === 'metadata' && key === undefined)
  return isWhole || paths.length - others.length > MAX_KEYS ? [...others, ['metadata']] : paths
}

// The feed itself wrote this JSON.
const pathsIn = (json: string) => JSON.parse(json) as readonly Path[]

interface Bucket {
  bucket_version: number
  purged_version: number
}

const momentOf = ([first]: readonly Bucket[]) => ({
  version: first?.bucket_version ?? 0,
  purged: first?.purged_version ?? 0,
})

/**
 * Joins rows with the versions of their bucket; the bucket's own row is returned even if there are no others. The limit
 * belongs in the subquery: PostgreSQL would otherwise join the whole bucket before taking the first rows.
 */
const withBucket = (
  db: Reader,
  bucketId: string,
  rows: AliasedExpression<{ id: string; version?: number }, 'r'>,
) =>
  db
    .selectFrom('buckets as b')
    .leftJoin(rows, (join) => join.onTrue())
    .selectAll('r')
    .select(['b.version as bucket_version', 'b.purged_version'])
    .where('b.id', '=', bucketId)
    .$castTo<WrittenRow>()

/** Requests the first rows after a position. */
type PageOf<Position> = Readonly<Position> & { bucketId: string; limit: number }

/** Selects rows by id, trashed or not, from only the table that holds their values. */
export function allPage(
  db: Reader,
  { table, values, columns }: FedTable,
  paths: readonly Path[],
  { bucketId, id, limit }: PageOf<{ id: string }>,
) {
  const rows = db
    // All these tables have the columns that are selected here.
    .selectFrom(`${values ?? table} as r` as 'objects as r')
    // The caller skips the rows that do not belong: a condition here could turn one page into a scan of the whole
    // bucket.
    .select(['r.id', 'r.deleted_at as trashed_at'])
    .select(selectValues('r', columns, paths))
    .where('r.bucket_id', '=', bucketId)
    .where('r.id', '>', id)
    .orderBy('r.id')
    .limit(limit)
  return withBucket(db, bucketId, rows.as('r')).orderBy('r.id')
}

/** Selects rows in the order of their last write, including deleted ones. */
export function writtenPage(
  db: Reader,
  fed: FedTable,
  paths: readonly Path[],
  { bucketId, version, id, limit }: PageOf<ChangeCursor>,
) {
  const rows = selectWritten(db, fed, bucketId, paths)
    .where((eb) => eb(eb.refTuple('r.version', 'r.id'), '>', eb.tuple(version, id)))
    .orderBy('r.version')
    .orderBy('r.id')
    .limit(limit)
  return withBucket(db, bucketId, rows.as('r')).orderBy('r.version').orderBy('r.id')
}

/** Selects the current rows, including deleted ones. */
function selectWritten(db: Reader, fed: FedTable, bucketId: string, paths: readonly Path[]) {
  const { table, values } = fed
  // Media also have the columns that are selected here.
  const rows = db.selectFrom(`${table} as r` as 'objects as r')
  const joined = values
    ? rows.leftJoin(`${values} as v`, (join) =>
        join.onRef('v.bucket_id', '=', 'r.bucket_id').onRef('v.id', '=', 'r.id'),
      )
    : rows
  const alias = values ? 'v' : 'r'
  return joined
    .select(['r.id', 'r.version', 'r.deleted_at as trashed_at'])
    .select((eb) => eb.ref(`${alias}.id` as 'r.id').as('value_id'))
    .select(selectValues(alias, fed.columns, paths))
    .where('r.bucket_id', '=', bucketId)
}

/** Selects the values of paths under numbered aliases, from a table with the columns of objects. */
const selectValues =
  (table: 'r' | 'v', columns: FedTable['columns'], paths: readonly Path[]) =>
  (eb: ExpressionBuilder<Tables & { r: Tables['objects'] }, 'r'>) =>
    paths.map(([field, key], index) => {
      const column = `${table}.${columns?.[field] ?? field}`
      const isKey = field === 'metadata' && key !== undefined
      const value = valueAt(index)
      return isKey ? jsonAt(column, key).as(value) : eb.ref(column as 'r.title').as(value)
    })

/** Selects rows by id, in no particular order. Missing rows, and those of other buckets, are left out. */
export const rowsById = (db: Reader, { table, values, which }: FedTable, { bucketId, ids }: Some) =>
  db
    // All these tables have the columns that are selected here.
    .selectFrom(`${values ?? table} as r` as 'objects as r')
    .where('r.bucket_id', '=', bucketId)
    .where('r.id', 'in', ids)
    .where('r.deleted_at', which === 'live' ? 'is' : 'is not', null)

const LARGE = ['content', 'metadata']

type Selection = ReturnType<typeof prepareSelection>

const prepareSelection = (fed: FedTable, columns: readonly string[], isBounded: boolean) => {
  const others = columns.filter((column) => column !== 'id' && column !== 'version')
  const columnRef = (column: string) => `r.${column}` as 'r.title'
  const isLarge = (column: string) => isBounded && LARGE.includes(column)
  return prepared((db, some: Some & { most: number }) =>
    rowsById(db, fed, some)
      .select(['r.id', 'r.version'])
      .select(others.filter((column) => !isLarge(column)).map(columnRef))
      .select((eb) =>
        others.filter(isLarge).map((column) =>
          eb
            .case()
            .when(eb.fn<number>('octet_length', [columnRef(column)]), '<=', some.most)
            .then(eb.ref(columnRef(column)))
            .end()
            .as(column),
        ),
      ),
  )
}

/** Prepared selections by table and columns. `FedTable` objects are constants, so the cache stays small. */
const selections = new WeakMap<FedTable, Map<string, Selection>>()

function selectionOf(fed: FedTable, columns: readonly string[], isBounded: boolean): Selection {
  const ofTable = selections.get(fed) ?? new Map<string, Selection>()
  selections.set(fed, ofTable)
  const key = `${isBounded} ${columns.join()}`
  const query = ofTable.get(key)
  if (query) return query
  const selection = prepareSelection(fed, columns, isBounded)
  ofTable.set(key, selection)
  return selection
}

/**
 * Reads columns of rows by id, in no particular order, with the version of each row; missing rows are left out.
 * @param columns must be one of a few fixed sets
 * @param most limit in bytes for `content` and `metadata`: a larger value is read as null
 */
export async function selectByIds<Row>(
  read: Reader,
  bucketId: string,
  fed: FedTable,
  ids: readonly string[],
  columns: readonly string[],
  most?: number,
): Promise<Row[]> {
  const select = selectionOf(fed, columns, most !== undefined)
  // The caller provides the row type that matches its columns.
  return (await select(read, { bucketId, ids, most: most ?? 0 })) as Row[]
}

const isIncluded = ({ which }: FedTable, { trashed_at }: WrittenRow): boolean =>
  (trashed_at === null) === (which === 'live')

const isThere = (fed: FedTable, row: WrittenRow): boolean =>
  row.value_id !== null && isIncluded(fed, row)

interface WrittenRow extends Bucket {
  /** Null in the row that only holds the bucket's versions. */
  id: string | null
  version: number | null
  trashed_at: string | null
  /** Null if the row has no values. */
  value_id: string | null
  /** The values, by the index of their path. */
  [value: `v${number}`]: string | number | null
}

/** Creates the record of a row. Runs once for every row of a bucket, so it allocates nothing else. */
function recordOf(id: string, row: WrittenRow, paths: readonly Path[]): StoredRecord {
  const metadata: Record<string, unknown> = {}
  const record: Record<string, unknown> = { id, metadata }
  for (let index = 0; index < paths.length; index++) {
    const path = paths[index] as Path
    const value = row[valueAt(index)] ?? null
    if (path[0] !== 'metadata') record[path[0]] = value
    // The database holds JSON that this server wrote.
    else if (value !== null) {
      const parsedValue = JSON.parse(String(value)) as unknown
      if (path[1] === undefined) Object.assign(metadata, parsedValue)
      else metadata[path[1]] = parsedValue
    }
  }
  return record
}

const valueNames: `v${number}`[] = []

/** Returns the column alias for the value of the path at an index. */
const valueAt = (index: number): `v${number}` => (valueNames[index] ??= `v${index}`)
