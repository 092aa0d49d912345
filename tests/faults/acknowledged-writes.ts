import {
  addObject,
  deleteObjects,
  listObjects,
  publishObjects,
  updateObject,
} from '@typecase/contract/objects'
import { listTrash } from '@typecase/contract/trash'

import { call } from '../e2e/fixtures/api.ts'
import type { Account } from './account.ts'

/** The expected state of an object, as far as these writes change it. */
type State = { title: string; status: 'draft' | 'published' } | 'deleted'

interface Tracked {
  id: string
  /** The state after the last write that the server acknowledged. */
  acknowledged: State
  /** The state after a write whose response was lost. */
  attempted?: State
}

/**
 * Creates a writer that makes one write after another, and remembers the acknowledged ones.
 * @param onAcknowledged called after each write that the server answered
 */
export function createWriter({ token, slug }: Account, name: string, onAcknowledged: () => void) {
  const objects: Tracked[] = []
  let count = 0

  /**
   * Makes one write.
   * @throws when the server does not answer
   */
  async function writeOnce(url: string): Promise<void> {
    count += 1
    const title = `${name} ${count}`
    const live = objects.filter(({ acknowledged }) => acknowledged !== 'deleted')
    const object = live[(count * 7) % Math.max(live.length, 1)]
    if (!object || count % 4 === 0) {
      const data = { type: 'posts', title }
      const answer = await call(url, addObject, { body: { slug, data } }, token)
      objects.push({ id: answer.object.id, acknowledged: { title, status: 'draft' } })
    } else {
      await change(url, object, title)
    }
    onAcknowledged()
  }

  async function change(url: string, object: Tracked, title: string): Promise<void> {
    const { id, acknowledged } = object
    const before = acknowledged === 'deleted' ? { title } : acknowledged
    if (count % 13 === 0) {
      object.attempted = 'deleted'
      await call(url, deleteObjects, { body: { slug, object_ids: [id] } }, token)
    } else if (count % 5 === 0) {
      object.attempted = { title: before.title, status: 'published' }
      await call(url, publishObjects, { body: { slug, object_ids: [id] } }, token)
    } else {
      object.attempted = { title, status: 'draft' }
      const body = { slug, object_id: id, data: { title, status: 'draft' as const } }
      await call(url, updateObject, { body }, token)
    }
    object.acknowledged = object.attempted
    delete object.attempted
  }

  return {
    /** Writes until the server is killed. @throws for an error response */
    async writeUntilKilled(url: string): Promise<void> {
      try {
        for (;;) await writeOnce(url)
      } catch (reason) {
        // `fetch` throws a TypeError when the server is killed: pending writes were not acknowledged.
        if (!(reason instanceof TypeError)) throw reason
      }
    },

    /**
     * Compares the expected states with the actual ones.
     * @param states of every object on the server, by id
     * @returns lost or wrong writes; an unanswered write may exist or not
     */
    check(states: ReadonlyMap<string, State>): string[] {
      const wrong: string[] = []
      for (const object of objects) {
        const seen = states.get(object.id)
        const allowed = [object.acknowledged, object.attempted].map((state) =>
          JSON.stringify(state),
        )
        if (seen === undefined || !allowed.includes(JSON.stringify(seen)))
          wrong.push(`${object.id} is ${JSON.stringify(seen)}, not ${allowed.join(' or ')}`)
        else object.acknowledged = seen
        delete object.attempted
      }
      return wrong
    },
  }
}

const PAGE = 1000

/** Reads every object of the bucket through the API. */
export async function readStates(
  url: string,
  { token, slug }: Account,
): Promise<ReadonlyMap<string, State>> {
  const states = new Map<string, State>()
  for (let skip = 0, total = 1; skip < total; skip += PAGE) {
    const page = await call(url, listObjects, { query: { slug, limit: PAGE, skip } }, token)
    for (const { object } of page.objects)
      states.set(object.id, { title: object.title, status: object.status })
    total = page.total
  }
  for (let skip = 0, total = 1; skip < total; skip += PAGE) {
    const page = await call(url, listTrash, { query: { slug, limit: PAGE, skip } }, token)
    for (const { id } of page.objects) states.set(id, 'deleted')
    total = page.total
  }
  return states
}
