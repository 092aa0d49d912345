import type { ReviewQueue } from '@typecase/content/review-queue'
import { listObjects } from '@typecase/contract/objects'
import type { RunContext } from '@typecase/plugin-sdk/command'
import { Api } from '@typecase/plugin-sdk/services'
import type { Services } from '@typecase/plugin-sdk/token'

import {
  indexIn,
  keepListContext,
  type ListContext,
  listContext,
  neighboursOf,
} from '@typecase/content/object/list-context'
import { objectRoute } from '../routes.ts'
import type { EditorSession } from '../session/editor-session.ts'

/** Rows per request when the list is longer than the known rows: the maximum of one answer. */
const ROWS = 1000

/** Ids per batch. They are sent in the URL, which servers limit to 16 kB. */
const IDS_AT_ONCE = 200

type Reading = Pick<RunContext, 'services' | 'signal'>

/** Opens the object before or after the open one. @returns false if there is none */
export async function goToNeighbour(
  session: EditorSession,
  direction: 'next' | 'previous',
  context: RunContext,
): Promise<boolean> {
  const id = session.objectID()
  const list = listContext(session.bucketSlug)
  const neighbour = list && id ? neighboursOf(list, id)?.[direction] : undefined
  if (!list || !id || !neighbour) return false
  const objectID = neighbour.id ?? (await readBeyond(list, id, direction, context))
  if (objectID === undefined) return false
  await context.go(objectRoute, { params: { objectID } })
  return true
}

async function readBeyond(
  list: ListContext,
  id: string,
  direction: 'next' | 'previous',
  reading: Reading,
): Promise<string | undefined> {
  const more = await (direction === 'next' ? readAhead : readBefore)(list, reading)
  return neighboursOf(more, id)?.[direction]?.id
}

/** Returns the list that the open object was opened from, as a queue for review. */
export function queueOf(
  services: Services,
  { bucketSlug, title }: ListContext,
  openID: string,
): ReviewQueue {
  return {
    title,
    async *ahead(signal) {
      let list = listContext(bucketSlug)
      let at = list ? indexIn(list, openID) + 1 : 0
      while (list && at > 0) {
        if (at === list.ids.length) list = await readAhead(list, { services, signal })
        const ids = list.ids.slice(at, at + IDS_AT_ONCE)
        if (ids.length === 0) return
        yield ids
        at += ids.length
      }
    },
    standFor(row, objectID) {
      const list = listContext(bucketSlug)
      if (list) keepListContext({ ...list, standIns: { ...list.standIns, [objectID]: row } })
    },
  }
}

/** Reads on in the list. Known rows may have left it or moved in its order, so only unknown rows are appended. */
async function readAhead(list: ListContext, reading: Reading): Promise<ListContext> {
  if (list.skip + list.ids.length >= list.total) return list
  const listedIds = new Set(list.ids)
  for (let skip = list.skip; ; skip += ROWS) {
    const rows = await readRows(list, { skip, limit: ROWS }, reading)
    const isEnd = rows.length < ROWS
    const more = rows.filter((id) => !listedIds.has(id))
    if (more.length === 0 && !isEnd) continue
    const ids = [...list.ids, ...more]
    const count = list.skip + ids.length
    return keep({ ...list, ids, total: isEnd ? count : Math.max(list.total, count) })
  }
}

/** Reads the rows before the known ones. */
async function readBefore(list: ListContext, reading: Reading): Promise<ListContext> {
  const skip = Math.max(0, list.skip - ROWS)
  const ids = new Set(list.ids)
  const rows = await readRows(list, { skip, limit: list.skip - skip }, reading)
  const before = rows.filter((id) => !ids.has(id))
  const removedCount = list.skip - skip - before.length
  return keep({ ...list, ids: [...before, ...list.ids], skip, total: list.total - removedCount })
}

function keep(list: ListContext): ListContext {
  keepListContext(list)
  return list
}

async function readRows(
  { bucketSlug: slug, query, sort }: ListContext,
  page: { readonly skip: number; readonly limit: number },
  { services, signal }: Reading,
): Promise<string[]> {
  const { objects } = await services.get(Api).call(
    listObjects,
    {
      query: {
        slug,
        query: JSON.stringify(query),
        ...(sort && { sort }),
        ...page,
        props: 'id',
      },
    },
    { signal },
  )
  return objects.map(({ object }) => object.id)
}
