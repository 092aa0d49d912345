import { getBucket } from '@typecase/contract/buckets'
import { getObject, listObjects, objectTitles } from '@typecase/contract/objects'

import { Queries } from '@typecase/plugin-sdk/services'
import type { Services } from '@typecase/plugin-sdk/token'

/** Refetches, after objects changed, the lists, the objects themselves, their titles and the types' counts. */
export async function refreshObjects(services: Services): Promise<void> {
  const queries = services.get(Queries)
  await Promise.all(
    [listObjects.id, getObject.id, objectTitles.id, getBucket.id].map((id) =>
      queries.invalidateQueries({ queryKey: [id] }),
    ),
  )
}
