import { countSmartViews, listSmartViews, type SmartView } from '@typecase/contract/smart-views'
import { readSmartViews, viewCountsQuery } from '@typecase/content/smart-views'
import type { FactValues } from '@typecase/plugin-sdk/facts'
import { Refusal } from '@typecase/plugin-sdk/refusal'
import { Queries } from '@typecase/plugin-sdk/services'
import type { Services } from '@typecase/plugin-sdk/token'

/** How many objects each view finds, by id. */
export const countsQuery = (services: Services, slug: string) => ({
  ...viewCountsQuery(services, slug),
  select: ({ counts }: { counts: { id: string; count: number | null }[] }) =>
    new Map(counts.map(({ id, count }) => [id, count])),
})

/** @throws when it is gone, or was never this person's to see */
export async function readView(services: Services, slug: string, id: string): Promise<SmartView> {
  const found = (await readSmartViews(services, slug)).find((view) => view.id === id)
  if (!found) throw new Refusal('This smart view no longer exists.')
  return found
}

export async function refreshViews(services: Services): Promise<void> {
  const queries = services.get(Queries)
  await Promise.all(
    [listSmartViews.id, countSmartViews.id].map((id) =>
      queries.invalidateQueries({ queryKey: [id] }),
    ),
  )
}

/** The author of a view may change it; so may those who may change the bucket's settings. */
export const mayChange = (
  { created_by }: Pick<SmartView, 'created_by'>,
  me: string | undefined,
  { can }: FactValues,
): boolean => created_by === me || can?.has('bucket:settings') === true
