import { listTrash } from '@typecase/contract/trash'
import { apiQueryOptions } from '@typecase/plugin-sdk/api-query'
import { refreshObjects } from '@typecase/content/refresh-objects'
import { Queries } from '@typecase/plugin-sdk/services'
import type { Services } from '@typecase/plugin-sdk/token'

/** The kind of selection in the trash. Commands for objects do not apply to it. */
export const TRASH_SELECTION = 'trashed'

/** Objects per page. */
export const PAGE_SIZE = 50

export const trashQuery = (services: Services, slug: string, skip: number) =>
  apiQueryOptions(services, listTrash, { query: { slug, limit: PAGE_SIZE, skip } })

/** Refetches the trash, lists, counts and types of the bucket after objects left the trash. */
export async function refreshTrash(services: Services): Promise<void> {
  await Promise.all([
    services.get(Queries).invalidateQueries({ queryKey: [listTrash.id] }),
    refreshObjects(services),
  ])
}
