import type { Query } from '@typecase/content-query/ast'
import { printPath } from '@typecase/content-query/fields'
import { fold } from '@typecase/content-query/fold'
import type { SqlTarget } from '@typecase/content-query/sql-target'
import { type Sql, sql } from '@typecase/content-query/sql-text'
import type { Metafield } from '@typecase/contract/metafields'

import { scalarExpression, shapeOf } from './metafield-sql.ts'
import type { ListSource } from './tables.ts'
import type { TypeModel } from './type-model.ts'

const columns = {
  id: 'objects.id',
  title: 'objects.title',
  slug: 'objects.slug',
  content: 'objects.content',
  type: 'objects.type',
  locale: 'objects.locale',
  status: 'objects.status',
  created_at: 'objects.created_at',
  modified_at: 'objects.modified_at',
  published_at: 'objects.published_at',
  publish_at: 'objects.publish_at',
  unpublish_at: 'objects.unpublish_at',
  created_by: 'objects.created_by',
  modified_by: 'objects.modified_by',
  order: 'objects.rank',
} as const

/**
 * Where the query language finds the fields of objects, in statements that call what they read from `objects`.
 * @param source the title index holds newest titles
 * @param model the one type that the query is about, whose fields are known then
 */
export function objectTarget(source: ListSource, model?: TypeModel): SqlTarget {
  const field = (path: string) => fieldAt(model?.fields ?? [], path)
  return {
    columns,
    metadata: 'objects.metadata',
    shape(path) {
      const found = field(path)
      return found ? shapeOf(found) : 'unknown'
    },
    expression(path) {
      const found = field(path)
      return found && scalarExpression(found)
    },
    narrow: (path, literal) =>
      source === 'objects' && path === 'title' ? titleHolds(literal) : undefined,
  }
}

/** The field of a path such as `metadata.price`; fields of groups are left to the language's own walk. */
export function fieldAt(fields: readonly Metafield[], path: string): Metafield | undefined {
  const [metadata, key, ...below] = path.split('.')
  if (metadata !== 'metadata' || below.length > 0) return undefined
  return fields.find((field) => field.key === key)
}

/** Letters that the title index needs at least: it is made of pieces of three. */
const SHORTEST = 3

/** Whether the title index can look a folded text up. */
export const isIndexable = (folded: string): boolean =>
  Array.from(folded).length >= SHORTEST && !folded.includes('\0')

/** A condition that is true of every object whose newest title holds the text, in whatever case; none for short texts. */
export function titleHolds(text: string): Sql | undefined {
  const folded = fold(text)
  if (!isIndexable(folded)) return undefined
  // The plus keeps the order's index in charge: a common word would lead to thousands of rows to sort.
  return sql`+objects.seq IN (SELECT rowid FROM object_titles WHERE object_titles MATCH ${phrase(folded)})`
}

/** A text as a phrase of the full-text index. */
export const phrase = (folded: string): string => `"${folded.replaceAll('"', '""')}"`

/** The type that a query asks for on its top level, which is what most lists do. */
export function typeAskedFor(query: Query): string | undefined {
  const parts = query.kind === 'and' ? query.of : [query]
  for (const part of parts) {
    if (part.kind !== 'compare' || part.op !== 'eq' || part.path[0] !== 'type') continue
    if (typeof part.value === 'string') return part.value
  }
  return undefined
}

/** Every path that a query names, as `title` or `metadata.price`. */
export function pathsIn(query: Query): string[] {
  if (query.kind === 'and' || query.kind === 'or') return query.of.flatMap(pathsIn)
  return query.kind === 'not' ? pathsIn(query.of) : [printPath(query.path)]
}
