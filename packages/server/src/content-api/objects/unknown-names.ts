import type { Leaf, Query } from '@typecase/content-query/ast'
import { printPath } from '@typecase/content-query/fields'
import type { Metafield } from '@typecase/contract/metafields'

import type { ContentReader } from './reader.ts'

/**
 * Describes the first object type in a query that does not exist, or the first field that none of the requested types
 * has. Otherwise, such a query looks the same as one that matches nothing yet.
 */
export function unknownName(query: Query, fields: ContentReader['fields']): string | undefined {
  const leaves = leavesOf(query)
  const slugs = leaves.flatMap(typesIn)
  const type = slugs.find((slug) => !fields.has(slug))
  if (type !== undefined) return `object type '${type}' does not exist`
  const types =
    slugs.length > 0 ? slugs.map((slug) => fields.get(slug) ?? []) : [...fields.values()]
  const leaf = leaves.find(
    ({ path: [root, key = ''] }) =>
      root === 'metadata' && types.length > 0 && types.every((type) => !mayHave(type, key)),
  )
  return leaf && `field '${printPath(leaf.path)}' does not exist`
}

/** Whether objects of a type may have a key; a type without fields accepts any. */
const mayHave = (fields: readonly Metafield[], key: string): boolean =>
  fields.length === 0 || fields.some((field) => field.key === key)

function leavesOf(query: Query): Leaf[] {
  if (query.kind === 'and' || query.kind === 'or') return query.of.flatMap(leavesOf)
  return query.kind === 'not' ? leavesOf(query.of) : [query]
}

/** Returns the object types that a condition selects. */
function typesIn(leaf: Leaf): string[] {
  if (leaf.path[0] !== 'type') return []
  const values =
    leaf.kind === 'in'
      ? leaf.values
      : leaf.kind === 'compare' && leaf.op === 'eq'
        ? [leaf.value]
        : []
  return values.filter((value) => typeof value === 'string')
}
