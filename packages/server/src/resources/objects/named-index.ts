import type { Query } from '@typecase/content-query/ast'
import { printPath } from '@typecase/content-query/fields'
import type { Sort } from '@typecase/content-query/sort'

import type { FieldIndex } from './field-indexes.ts'
import { pathsIn } from './object-query.ts'

/*
 * Where a field's index is the way, it is named: left to itself, the planner believes a type to be small, and sorts or
 * looks through all of it. Where something else narrows a list, the planner knows better.
 */

type Asked = { query: Query; sort: Sort }

/** The index that holds the order wanted. */
export function indexOfOrder(indexes: readonly FieldIndex[], { query, sort }: Asked) {
  const first = sort.kind === 'keys' ? printPath(sort.keys[0].path) : undefined
  return pathsIn(query).every(isBroad)
    ? indexes.find(({ key }) => pathOf(key) === first)
    : undefined
}

/** The index that leads to what has to be counted; of several, the one of an exact value. */
export function indexOfCount(indexes: readonly FieldIndex[], { query }: Asked) {
  if (!pathsIn(query).every((path) => isBroad(path) || path.startsWith('metadata.')))
    return undefined
  const parts = query.kind === 'and' ? query.of : [query]
  const found = parts.flatMap((part) => {
    if (part.kind !== 'compare' && part.kind !== 'in') return []
    const index = indexes.find(({ key }) => pathOf(key) === printPath(part.path))
    return index ? [{ index, isExact: part.kind === 'in' || part.op === 'eq' }] : []
  })
  return (found.find(({ isExact }) => isExact) ?? found[0])?.index
}

const pathOf = (key: string) => `metadata.${key}`

const isBroad = (path: string) => ['type', 'status', 'locale'].includes(path)
