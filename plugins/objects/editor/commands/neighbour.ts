import { listObjects } from '@typecase/contract/objects'
import type { RunContext } from '@typecase/plugin-sdk/command'
import { Api } from '@typecase/plugin-sdk/services'

import type { ListContext } from '../../list-context.ts'
import { keepListContext, listContext, neighboursOf } from '../../list-context.ts'
import { objectRoute } from '../../routes.ts'
import type { EditorSession } from '../session/editor-session.ts'

/** Rows read when the neighbour lies beyond those that the list held. */
const WINDOW = 50

/** Opens the object before or after the open one. @returns false when there is none */
export async function goToNeighbour(
  session: EditorSession,
  direction: 'next' | 'previous',
  context: RunContext,
): Promise<boolean> {
  const id = session.objectID()
  const list = listContext(session.bucketSlug)
  const place = list && id ? neighboursOf(list, id) : undefined
  const neighbour = place?.[direction]
  if (!list || !place || !neighbour) return false
  const objectID = neighbour.id ?? (await readBeyond(context, list, place.position - 1, direction))
  if (objectID === undefined) return false
  await context.go(objectRoute, { params: { objectID } })
  return true
}

/** Reads on in the list and remembers the rows, so that the next step asks nothing. */
async function readBeyond(
  { services, signal }: RunContext,
  list: ListContext,
  index: number,
  direction: 'next' | 'previous',
): Promise<string | undefined> {
  const wanted = direction === 'next' ? index + 1 : index - 1
  const skip = Math.max(0, direction === 'next' ? index : index - WINDOW + 1)
  const { objects, total } = await services.get(Api).call(
    listObjects,
    {
      query: {
        slug: list.bucketSlug,
        query: JSON.stringify(list.query),
        ...(list.sort && { sort: list.sort }),
        skip,
        limit: WINDOW + 1,
        props: 'id',
      },
    },
    { signal },
  )
  const ids = objects.map(({ object }) => object.id)
  keepListContext({ ...list, ids, skip, total })
  return ids[wanted - skip]
}
