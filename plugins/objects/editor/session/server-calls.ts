import type { CmsObject } from '@typecase/contract/objects'
import { addObject, getObject, updateObject } from '@typecase/contract/objects'
import type { ApiService } from '@typecase/plugin-sdk/services'

import type { Attempt } from '../draft/draft.ts'
import { addData, updateData } from '../draft/payload.ts'
import type { Groups } from '../draft/units.ts'

/** How an editor reaches the server. */
export interface ServerCalls {
  /** @param idempotencyKey the same for every try of one attempt at a new object */
  send(attempt: Attempt, objectID: string | undefined, idempotencyKey: string): Promise<CmsObject>
  read(objectID: string): Promise<CmsObject>
}

export function serverCalls(
  api: ApiService,
  { bucketSlug: slug, type, groups }: { bucketSlug: string; type: string; groups: Groups },
): ServerCalls {
  return {
    async send(attempt, objectID, idempotencyKey) {
      if (objectID === undefined) {
        const body = { slug, data: addData(attempt, type) }
        return (await api.call(addObject, { body }, { idempotencyKey })).object
      }
      const { rev } = attempt
      const data = updateData(attempt, groups)
      const body = { slug, object_id: objectID, data, ...(rev !== undefined && { rev }) }
      return (await api.call(updateObject, { body })).object
    },
    async read(objectID) {
      return (await api.call(getObject, { query: { slug, object_id: objectID } })).object
    },
  }
}
