import { filtersToJson } from '@typecase/content-query/filter'
import { parseLine } from '@typecase/content-query/line'
import { filterSchema } from '@typecase/content-query/type-fields'
import { getBucket } from '@typecase/contract/buckets'
import type { JsonObject } from '@typecase/plugin-sdk/json'

import { WrongArguments } from './problem.ts'
import type { ScopeFlags } from './read-flags.ts'
import { call, type Server } from './server.ts'

const WHICH = 'Say which objects: --ids, --type, --line, --query or --all.'

/** Checks that exactly one flag selects objects. @throws WrongArguments */
export function assertScope({ ids, query, line, type, all }: ScopeFlags): void {
  const ways = Object.entries({ ids, query, line, all }).filter(([, value]) => value !== undefined)
  const names = ways.map(([name]) => `--${name}`)
  if (names.length === 0 && type === undefined) throw new WrongArguments(WHICH)
  if (names.length > 1) {
    throw new WrongArguments(`One way to say which objects at a time, not ${names.join(' and ')}.`)
  }
  if (type !== undefined && (ids !== undefined || all === true)) {
    throw new WrongArguments(`--type goes with --line and --query, not with ${names.join()}.`)
  }
  if (ids?.length && wordsIn(ids).filter(Boolean).length === 0)
    throw new WrongArguments('--ids names no object.')
  if (all === false) throw new WrongArguments(WHICH)
  if (query !== undefined) queryIn(query)
}

/** Returns the scope that the flags select, as the argument of a command. @throws WrongArguments */
export async function readScope(
  flags: ScopeFlags,
  server: Server,
  slug: string,
): Promise<JsonObject> {
  const { ids, query, line, type } = flags
  const except = exceptOf(flags)
  if (ids) return { kind: 'ids', ids: wordsIn(ids).filter(Boolean), ...except }
  const conditions = line === undefined ? queryIn(query ?? '{}') : await lineIn(line)
  // The API call itself counts the matches.
  const filter = { ...conditions, ...(type !== undefined && { type }) }
  return { kind: 'query', query: filter, total: 0, ...except }

  async function lineIn(text: string): Promise<JsonObject> {
    const { bucket } = await call(server, getBucket, { query: { slug } })
    const all = bucket.object_types
    const some = all.filter((one) => one.slug === type)
    const schema = filterSchema(some.length > 0 ? some : all, all)
    const { items, errors } = parseLine(text, schema)
    const [error] = errors
    if (error) throw new WrongArguments(`--line: ${error.message}.`)
    return filtersToJson(
      items.map(({ item }) => item),
      schema,
    ) as JsonObject
  }
}

/** Returns the exclusions of a scope, in the form of the SDK's `Except`. */
function exceptOf(flags: ScopeFlags): JsonObject {
  const parts = (['ids', 'types', 'locales'] as const).flatMap((key) => {
    const sample = flags[`except-${key}`]
    return sample ? [[key, wordsIn(sample)] as const] : []
  })
  return parts.length === 0 ? {} : { except: Object.fromEntries(parts) }
}

const wordsIn = (sample: readonly string[]) =>
  sample.flatMap((text) => text.split(',')).map((word) => word.trim())

function queryIn(text: string): JsonObject {
  try {
    const query: unknown = JSON.parse(text)
    const isObject = typeof query === 'object' && query !== null && !Array.isArray(query)
    if (isObject) return query as JsonObject
  } catch {
    // The error is thrown below.
  }
  throw new WrongArguments(`--query must be the query language as JSON, such as {"type":"posts"}.`)
}
