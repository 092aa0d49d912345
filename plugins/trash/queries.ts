import { listTrash } from '@typecase/contract/trash'
import type { FactValues } from '@typecase/plugin-sdk/facts'
import { apiQueryOptions } from '@typecase/plugin-sdk/react/queries'
import { Queries } from '@typecase/plugin-sdk/services'
import type { Services } from '@typecase/plugin-sdk/token'

export const PAGE_SIZE = 50

export const trashQuery = (services: Services, slug: string, skip: number) =>
  apiQueryOptions(services, listTrash, { query: { slug, limit: PAGE_SIZE, skip } })

/** After something left the trash: lists, counts and types of the bucket ask again. */
export async function refreshTrash(services: Services): Promise<void> {
  const queries = services.get(Queries)
  await Promise.all(
    [listTrash.id, 'objects.list', 'objects.titles', 'buckets.get'].map((id) =>
      queries.invalidateQueries({ queryKey: [id] }),
    ),
  )
}

/** The bucket on screen. @throws outside one: commands that use it are disabled there */
export function bucketSlugOf(facts: FactValues): string {
  const slug = facts['route.bucketSlug']
  if (slug === undefined) throw new Error('Open a bucket first.')
  return slug
}
