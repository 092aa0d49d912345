import type { Leaf, Query } from './ast.ts'
import { printPath } from './fields.ts'
import { isJsonObject, type Json, type JsonObject } from './json-guard.ts'

/**
 * Prints a query as canonical JSON: `parseQuery(printQuery(query)).query` equals the query, for every query that
 * `parseQuery` can return.
 */
export function printQuery(query: Query): JsonObject {
  if (query.kind === 'and') return printAnd(query.of)
  if (query.kind === 'or') return { $or: query.of.map(printQuery) }
  if (query.kind === 'not') return printNot(query.of)
  const equal = query.kind === 'compare' && query.op === 'eq'
  return { [printPath(query.path)]: equal ? query.value : printLeaf(query) }
}

function printLeaf(query: Leaf): JsonObject {
  if (query.kind === 'compare') {
    const { op, value, moment } = query
    return { [`$${op}`]: moment ? { [`$${moment.at}`]: moment.period } : value }
  }
  if (query.kind === 'in') return { $in: query.values }
  if (query.kind === 'all') return { $all: query.values }
  if (query.kind === 'exists') return { $exists: true }
  const { pattern, flags } = query
  return flags === '' ? { $regex: pattern } : { $regex: pattern, $options: flags }
}

function printNot(query: Query): JsonObject {
  if (query.kind === 'or') return { $nor: query.of.map(printQuery) }
  if (query.kind === 'compare' && query.op === 'eq') {
    return { [printPath(query.path)]: { $ne: query.value } }
  }
  if (query.kind === 'in') return { [printPath(query.path)]: { $nin: query.values } }
  if (query.kind === 'exists') return { [printPath(query.path)]: { $exists: false } }
  const printed = printQuery(query)
  const [entry, ...others] = Object.entries(printed)
  if (!entry || others.length > 0 || entry[0].startsWith('$')) return { $nor: [printed] }
  return { [entry[0]]: { $not: operatorsOf(entry[1]) } }
}

function printAnd(parts: readonly Query[]): JsonObject {
  const printed = parts.map(printQuery)
  return mergeAll(printed) ?? { $and: printed }
}

/** Merges all parts into one object, in order; returns undefined if two of them need the same key. */
function mergeAll(parts: readonly JsonObject[]): JsonObject | undefined {
  const merged = new Map<string, Json>()
  let last: string | undefined
  for (const part of parts) {
    for (const [key, value] of Object.entries(part)) {
      const earlier = merged.get(key)
      if (earlier === undefined) merged.set(key, value)
      else {
        const both =
          key === last && !key.startsWith('$') ? mergeOperators(earlier, value) : undefined
        if (!both) return undefined
        merged.set(key, both)
      }
      last = key
    }
  }
  return Object.fromEntries(merged)
}

function mergeOperators(first: Json, second: Json): JsonObject | undefined {
  const both = [operatorsOf(first), operatorsOf(second)]
  const merged = { ...both[0], ...both[1] }
  return Object.keys(merged).length === both.flatMap(Object.keys).length ? merged : undefined
}

function operatorsOf(value: Json): JsonObject {
  return isJsonObject(value) ? value : { $eq: value }
}
