import type { Leaf, Query } from '@typecase/content-query/ast'
import { type Path, printPath } from '@typecase/content-query/fields'
import { compileRegex } from '@typecase/content-query/regex'
import type { Sort } from '@typecase/content-query/sort'

import type { Database, Reader } from '../../database/database.ts'
import { titleHolds } from './object-query.ts'
import type { ListSource } from './tables.ts'

/** What a list costs: an index leads to its rows, or to all that may be among them, or every object is looked at. */
export type ListCost = 'read' | 'walk' | 'scan'

interface Asked {
  source: ListSource
  query: Query
  sort: Sort
  /** Paths of the metafields that have an index. */
  indexed: ReadonlySet<string>
}

/** Columns that lists are in order of by an index; `published_objects` has some only within a type. */
const ordered: Record<ListSource, readonly string[]> = {
  objects: ['order', 'title', 'created_at', 'modified_at'],
  published_objects: ['order'],
}

export function costOf({ source, query, sort, indexed }: Asked): ListCost {
  const parts = query.kind === 'and' ? query.of : [query]
  if (parts.some((part) => isNamed(part, source))) return 'read'
  const first = sort.kind === 'keys' ? printPath(sort.keys[0].path) : undefined
  if (first === undefined || !(ordered[source].includes(first) || indexed.has(first))) return 'scan'
  const unindexed = parts.filter((part) => !isIndexed(part, source, indexed))
  if (unindexed.length > 0) return 'scan'
  return parts.every(isType) ? 'read' : 'walk'
}

/** A few objects by their ids or slugs, whatever else is asked. */
function isNamed(part: Query, source: ListSource): boolean {
  if (!isEquality(part)) return false
  return part.path[0] === 'id' || (part.path[0] === 'slug' && source === 'published_objects')
}

const isType = (part: Query): boolean => isEquality(part) && part.path[0] === 'type'

const isEquality = (part: Query): part is Leaf =>
  part.kind === 'in' || (part.kind === 'compare' && part.op === 'eq')

/** Whether columns that stand in indexes tell, without a look into the object itself. */
function isIndexed(part: Query, source: ListSource, indexed: ReadonlySet<string>): boolean {
  if (part.kind === 'compare' || part.kind === 'in')
    return isColumn(part.path) || indexed.has(printPath(part.path))
  if (part.kind !== 'regex' || part.path[0] !== 'title' || source !== 'objects') return false
  const { literal } = compileRegex(part.pattern, part.flags)
  return literal !== undefined && titleHolds(literal) !== undefined
}

const isColumn = ([field]: Path): boolean => !['metadata', 'content'].includes(field)

/** The readers for a page of a list and for its total, and for what is over at once. */
export function readersOf(db: Database, cost: ListCost, skip: number) {
  const { read } = db
  if (cost === 'scan') return { read, page: db.scan, total: db.scan }
  const page: Reader = cost === 'read' && skip < DEEP ? read : db.walk
  return { read, page, total: db.walk }
}

/** Rows that are skipped at once. */
const DEEP = 5000
