import { type Bucket, getBucket } from '@typecase/contract/buckets'
import { getMacro, listMacros, type Macro } from '@typecase/contract/macros'
import type { FactValues } from '@typecase/plugin-sdk/facts'
import { apiQueryOptions } from '@typecase/plugin-sdk/react/queries'
import { Queries } from '@typecase/plugin-sdk/services'
import type { Services } from '@typecase/plugin-sdk/token'

/** How long they count as fresh: others share theirs meanwhile. */
const FRESH = 30_000

/** All macros that one may run in the bucket on screen, by title. */
export const macrosQuery = (services: Services, slug: string) => ({
  ...apiQueryOptions(services, listMacros, { query: { slug, limit: 1000 } }),
  staleTime: FRESH,
})

export async function readMacros(services: Services, slug: string): Promise<readonly Macro[]> {
  const { macros } = await services.get(Queries).fetchQuery(macrosQuery(services, slug))
  return macros
}

/** @throws when it is gone, or was never this person's to see */
export async function readMacro(services: Services, slug: string, id: string): Promise<Macro> {
  const found = (await readMacros(services, slug)).find((macro) => macro.id === id)
  if (!found) throw new Error('There is no such macro any more.')
  return found
}

export async function refreshMacros(services: Services): Promise<void> {
  const queries = services.get(Queries)
  await Promise.all(
    [listMacros.id, getMacro.id].map((id) => queries.invalidateQueries({ queryKey: [id] })),
  )
}

/** After objects changed: lists, the objects themselves, titles and the types' counts. */
export async function refreshObjects(services: Services): Promise<void> {
  const queries = services.get(Queries)
  await Promise.all(
    ['objects.list', 'objects.get', 'objects.titles', getBucket.id].map((id) =>
      queries.invalidateQueries({ queryKey: [id] }),
    ),
  )
}

/** The bucket on screen; its object types come with it. */
export const bucketQuery = (services: Services, slug: string) => ({
  ...apiQueryOptions(services, getBucket, { query: { slug } }),
  staleTime: FRESH,
})

export async function readBucket(services: Services, slug: string): Promise<Bucket> {
  const { bucket } = await services.get(Queries).fetchQuery(bucketQuery(services, slug))
  return bucket
}

/** The bucket on screen. @throws outside one: commands that use it are disabled there */
export function bucketSlugOf(facts: FactValues): string {
  const slug = facts['route.bucketSlug']
  if (slug === undefined) throw new Error('Open a bucket first.')
  return slug
}
