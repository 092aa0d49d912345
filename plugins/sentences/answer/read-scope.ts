import { bucketSlugOf } from '@typecase/content/bucket-slug'
import { listObjects } from '@typecase/contract/objects'
import type { AskContext } from '@typecase/plugin-sdk/ask'
import type { Json, JsonObject } from '@typecase/plugin-sdk/json'
import { describeScope, scopesOf, scopeToJson } from '@typecase/plugin-sdk/scope'
import { Api } from '@typecase/plugin-sdk/services'
import { formatNumber } from '@typecase/ui/format'

import { type ObjectList, type Problem, readList } from '../list/object-list.ts'
import type { ReadValue } from './read-argument.ts'

/** The scopes of the page, by their names in the tool. */
const ofPage = {
  selection: { kinds: ['ids', 'query'], problem: 'Nothing is selected.' },
  open: { kinds: ['current'], problem: 'No object is open.' },
  list: { kinds: ['view'], problem: 'No list is on screen.' },
} as const

/** Limit of titles in a label. */
const MAX_TITLES = 3
const MAX_OBJECTS = 100

/** Returns the objects that a model named: those of the page, or those of a list. */
export async function readScope(
  value: Json,
  context: AskContext,
  isOfObjects: boolean,
): Promise<ReadValue | Problem> {
  if (typeof value === 'string') {
    if (!Object.hasOwn(ofPage, value)) return { problem: `“${value}” names no objects.` }
    // Checked by the line above.
    const { kinds, problem } = ofPage[value as keyof typeof ofPage]
    const scope = scopesOf(context.facts).find(({ kind }) => kinds.some((one) => one === kind))
    return scope ? { value: scopeToJson(scope), label: describeScope(scope) } : { problem }
  }
  if (!isOfObjects) return { problem: 'Select the media first.' }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { problem: 'The objects must be named by a list.' }
  return readObjects(value as JsonObject, context)
}

async function readObjects(
  { type, filter, sort, limit }: JsonObject,
  context: AskContext,
): Promise<ReadValue | Problem> {
  const list = await readList({ type: text(type), filter: text(filter), sort: text(sort) }, context)
  if ('problem' in list) return list
  const { query } = list
  const count = typeof limit === 'number' ? Math.floor(limit) : undefined
  if (count !== undefined && !(count >= 1 && count <= MAX_OBJECTS))
    return { problem: `At most ${MAX_OBJECTS} objects can be counted out.` }
  const input = {
    slug: bucketSlugOf(context.facts),
    query: JSON.stringify(query),
    limit: count ?? 1,
    ...(list.sort && { sort: list.sort }),
  }
  const { objects, total } = await context.services
    .get(Api)
    .call(listObjects, { query: input }, { signal: context.signal })
  if (total === 0) return { problem: `No objects match in ${describeList(list)}.` }
  if (count === undefined) {
    const value = scopeToJson({ kind: 'query', query, total })
    return { value, label: `all ${formatNumber(total)} in ${describeList(list)}` }
  }
  const titles = objects.map(({ object }) => `“${object.title}”`)
  const more =
    titles.length > MAX_TITLES ? ` and ${formatNumber(titles.length - MAX_TITLES)} more` : ''
  return {
    value: scopeToJson({ kind: 'ids', ids: objects.map(({ object }) => object.id) }),
    label: `${titles.slice(0, MAX_TITLES).join(', ')}${more}`,
  }
}

const describeList = ({ type, filter }: ObjectList): string =>
  [type?.title ?? 'this bucket', filter].filter(Boolean).join(': ')

const text = (value: Json | undefined): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined
