import type { Scalar } from '@typecase/content-query/ast'
import { type CompareTexts, textOrder } from '@typecase/content-query/collation'
import { type Path, printPath } from '@typecase/content-query/fields'
import { limits } from '@typecase/content-query/limits'
import type { OutputOf, QueryOf } from '@typecase/contract/endpoint'
import { MAX_GROUPS, type ObjectGroup, type objectGroups } from '@typecase/contract/object-groups'

import type { OrderedSort } from '../../../../columns/row-orders.ts'
import { nextSlice, sliceIsOver } from '../../../../columns/sorting.ts'
import { selectByIds } from '../../../../columns/table-feed.ts'
import { invalid } from '../../../../http/failure.ts'
import type { BucketAccess } from '../../../buckets/bucket-access.ts'
import { type Finding, objectIndex } from '../find-objects.ts'
import { readQuery, readSort, sortForPeople } from '../list-request.ts'
import { objectTables } from '../object-feed.ts'
import { type Month, type Months, monthsIn } from './months.ts'

/** The grouping of a list. */
interface Grouping {
  readonly path: Path
  readonly isDescending: boolean
  /** Set if values are grouped by month. */
  readonly months: Months | undefined
  readonly compareTexts: CompareTexts
}

type GroupQuery = QueryOf<typeof objectGroups>

/** Counts the objects of a list by a field; the groups come in the order of a list sorted by that field. */
export async function groupObjects(
  finding: Finding,
  access: BucketAccess,
  request: GroupQuery,
  now: number,
  signal: AbortSignal,
): Promise<OutputOf<typeof objectGroups>> {
  const { query } = readQuery(request.query, now)
  const by = await readGrouping(finding, access, request)
  const counts = await countBy(finding, access, query, by, signal)
  const inOrder = [...counts].sort(([a], [b]) => compareGroups(a, b, by))
  const topGroups = inOrder.slice(0, MAX_GROUPS)
  const titles = await titlesOf(finding, access, topGroups)
  return {
    groups: topGroups.map(([value, count]) => ({
      value,
      title: titles.get(value) ?? null,
      count,
      query: queryOf(value, by),
    })),
    total: inOrder.length,
    count: inOrder.reduce((sum, [, count]) => sum + count, 0),
  }
}

/**
 * Reads the grouping of a call. @throws Failure `invalid` for anything but a single field, and for an unknown time zone
 */
async function readGrouping(
  { db }: Finding,
  access: BucketAccess,
  { group, by, time_zone: zone, collation }: GroupQuery,
): Promise<Grouping> {
  const sort = await sortForPeople(db.read, access, readSort(group, collation), collation)
  const [key, ...others] = sort.kind === 'keys' ? sort.keys : []
  if (!key || others.length > 0) throw invalid('group', 'group must name one field', 'field')
  return {
    path: key.path,
    isDescending: key.descending,
    months: by === 'month' ? readMonths(zone ?? 'UTC') : undefined,
    compareTexts: textOrder(sort.kind === 'keys' ? sort.locale : undefined),
  }
}

function readMonths(zone: string): Months {
  try {
    return monthsIn(zone)
  } catch {
    throw invalid('time_zone', 'time_zone must be a time zone such as Europe/Berlin', 'time_zone')
  }
}

type Query = ReturnType<typeof readQuery>['query']
type Counts = Map<ObjectGroup['value'], number>

/** Counts objects by value. Values without a position in the order of lists form one group. */
async function countBy(
  finding: Finding,
  access: BucketAccess,
  query: Query,
  { path, months }: Grouping,
  signal: AbortSignal,
): Promise<Counts> {
  const order: OrderedSort = { kind: 'keys', keys: [{ path, descending: false }] }
  const options = { sort: order, values: [path], signal }
  const { index, rows } = await objectIndex(finding, access, 'newest').match(query, options)
  const column = index.valueColumn(path)
  const byValue = new Map<Scalar, number>()
  for (const row of rows.toRows()) {
    const hasGroup = column?.isSorted(row) ?? true
    const value = (hasGroup ? index.valuesAt(path, row)[0] : null) ?? null
    const key = months && typeof value === 'string' ? monthOf(value, path, months) : value
    byValue.set(key, (byValue.get(key) ?? 0) + 1)
    while (sliceIsOver()) await nextSlice()
    signal.throwIfAborted()
  }
  return byValue
}

const beginsWithDay = /^\d{4}-\d{2}-\d{2}/
const isMonth = /^\d{4}-\d{2}$/

/**
 * Returns the month of a text. Days in metafields have no time zone, but the server's own times do. Other texts form
 * groups of their own.
 */
function monthOf(text: string, [field]: Path, months: Months): Month {
  if (field === 'metadata') return beginsWithDay.test(text) ? text.slice(0, 7) : text
  const time = Date.parse(text)
  return Number.isNaN(time) ? text : months.monthOf(time)
}

/**
 * Compares groups in the order of lists: numbers and booleans, then texts, and objects without a value last in both
 * directions.
 */
function compareGroups(
  a: ObjectGroup['value'],
  b: ObjectGroup['value'],
  { isDescending, compareTexts }: Grouping,
): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  const order =
    typeof a === 'string' || typeof b === 'string'
      ? typeof a === 'string' && typeof b === 'string'
        ? compareTexts(a, b)
        : Number(typeof a === 'string') - Number(typeof b === 'string')
      : Number(a) - Number(b)
  return isDescending ? -order : order
}

/** Returns the condition that the objects of a group meet, as JSON of the query language. */
function queryOf(value: ObjectGroup['value'], { path, months }: Grouping): ObjectGroup['query'] {
  const field = printPath(path)
  if (!months || typeof value !== 'string' || !isMonth.test(value)) {
    // A query must not contain a text this long, so find its objects by its beginning.
    const isLong = typeof value === 'string' && value.length > limits.stringLength
    return isLong ? { [field]: { $gte: value.slice(0, limits.stringLength) } } : { [field]: value }
  }
  if (path[0] === 'metadata') {
    const [year = 0, month = 1] = value.split('-').map(Number)
    const next = new Date(Date.UTC(year, month)).toISOString().slice(0, 7)
    return { [field]: { $gte: `${value}-01`, $lt: `${next}-01` } }
  }
  const { from, to } = months.boundsOf(value)
  return { [field]: { $gte: from, $lt: to } }
}

interface TitledObject {
  id: string
  title: string
}

const isID = /^[0-9a-f]{24}$/

/** Reads the titles of objects whose ids are values. */
async function titlesOf(
  { db }: Finding,
  { bucketId }: BucketAccess,
  groups: readonly (readonly [ObjectGroup['value'], number])[],
): Promise<ReadonlyMap<ObjectGroup['value'], string>> {
  const ids = groups.flatMap(([value]) =>
    typeof value === 'string' && isID.test(value) ? [value] : [],
  )
  const titled = objectTables.newest
  const rows = await selectByIds<TitledObject>(db.read, bucketId, titled, ids, ['title'])
  return new Map(rows.map(({ id, title }) => [id, title]))
}
