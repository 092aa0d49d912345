import { listTrash } from '@typecase/contract/trash'
import { apiQueryOptions } from '@typecase/plugin-sdk/api-query'
import { refreshObjects } from '@typecase/content/refresh-objects'
import { Queries } from '@typecase/plugin-sdk/services'
import type { Services } from '@typecase/plugin-sdk/token'

export const PAGE_SIZE = 50

export const trashQuery = (services: Services, slug: string, skip: number) =>
  apiQueryOptions(services, listTrash, { query: { slug, limit: PAGE_SIZE, skip } })

/** After something left the trash: lists, counts and types of the bucket ask again. */
export async function refreshTrash(services: Services): Promise<void> {
  await Promise.all([
    services.get(Queries).invalidateQueries({ queryKey: [listTrash.id] }),
    refreshObjects(services),
  ])
}
