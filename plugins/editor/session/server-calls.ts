import type { CmsObject } from '@typecase/contract/objects'
import { addObject, getObject, updateObject } from '@typecase/contract/objects'
import type { ApiService } from '@typecase/plugin-sdk/services'

import type { Attempt } from '../draft/draft.ts'
import { addData, updateData } from '../draft/payload.ts'
import type { Groups } from '../draft/units.ts'

/** The saved object, and the change set of its publication. */
export interface SavedObject {
  readonly object: CmsObject
  /** The change set whose undo reverts the publication, but not the edits. */
  readonly change_set_id?: string | undefined
}

/** The calls of an editor to the server. */
export interface ServerCalls {
  /**
   * @param idempotencyKey the same for every try of one attempt at a new object
   * @param isAutosave whether it may share the revision of the previous autosave
   */
  send(
    attempt: Attempt,
    objectID: string | undefined,
    idempotencyKey: string,
    isAutosave: boolean,
  ): Promise<SavedObject>
  read(objectID: string): Promise<CmsObject>
}

export function serverCalls(
  api: ApiService,
  { bucketSlug: slug, type, groups }: { bucketSlug: string; type: string; groups: Groups },
): ServerCalls {
  return {
    send(attempt, objectID, idempotencyKey, isAutosave) {
      const apart = attempt.status === 'published' && { publish_apart: true }
      if (objectID === undefined) {
        const body = { slug, data: addData(attempt, type), ...apart }
        return api.call(addObject, { body }, { idempotencyKey })
      }
      const { rev } = attempt
      const data = updateData(attempt, groups)
      const body = {
        slug,
        object_id: objectID,
        data,
        ...(rev !== undefined && { rev }),
        ...apart,
        ...(isAutosave && { autosave: true }),
      }
      return api.call(updateObject, { body })
    },
    async read(objectID) {
      return (await api.call(getObject, { query: { slug, object_id: objectID } })).object
    },
  }
}
