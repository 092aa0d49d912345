import { type FilterItem, filtersToJson } from '@typecase/content-query/filter'
import type { Resource } from '@typecase/content-query/fields'
import type { FilterSchema } from '@typecase/content-query/filter-fields'
import { filtersFromJson } from '@typecase/content-query/filter-read'
import { parseLine, printLine } from '@typecase/content-query/line'
import type { ListQuery } from '@typecase/plugin-sdk/list-query'

/** Returns the filters of a query; none for an empty query. */
export function filtersOf(
  query: ListQuery,
  schema: FilterSchema,
  resource: Resource = 'objects',
): readonly FilterItem[] {
  return Object.keys(query).length === 0 ? [] : filtersFromJson(query, schema, resource)
}

/** Prints a query as the line shows it. */
export function lineOf(
  query: ListQuery,
  schema: FilterSchema,
  resource: Resource = 'objects',
): string {
  return printLine(filtersOf(query, schema, resource), schema)
}

/** The query of a line, or the error. */
export type LineResult =
  | { readonly ok: true; readonly query: ListQuery }
  | { readonly ok: false; readonly message: string }

/** Returns the query of a line, or its first error. */
export function queryOf(
  line: string,
  schema: FilterSchema,
  resource: Resource = 'objects',
): LineResult {
  const { items, errors } = parseLine(line, schema)
  const [error] = errors
  if (error) return { ok: false, message: error.message }
  return {
    ok: true,
    query: filtersToJson(
      items.map(({ item }) => item),
      schema,
      resource,
    ),
  }
}
