import {
  type InstalledExtension,
  listExtensions,
  listMarketplace,
  type OfferedExtension,
} from '@typecase/contract/extensions'
import { apiQueryOptions } from '@typecase/plugin-sdk/api-query'
import { Refusal } from '@typecase/plugin-sdk/refusal'
import { Queries } from '@typecase/plugin-sdk/services'
import type { Services } from '@typecase/plugin-sdk/token'

/** How long they count as fresh: changes come by the bucket's events. */
const FRESH = 30_000

/** The extensions that are installed in a bucket, by title. */
export const extensionsQuery = (services: Services, slug: string) => ({
  ...apiQueryOptions(services, listExtensions, { query: { slug } }),
  staleTime: FRESH,
})

/** What one may install. */
export const marketplaceQuery = (services: Services) => ({
  ...apiQueryOptions(services, listMarketplace, {}),
  staleTime: FRESH,
})

export async function readExtensions(
  services: Services,
  slug: string,
): Promise<readonly InstalledExtension[]> {
  const { extensions } = await services.get(Queries).fetchQuery(extensionsQuery(services, slug))
  return extensions
}

/** @throws Refusal where it is not installed */
export async function readExtension(
  services: Services,
  slug: string,
  id: string,
): Promise<InstalledExtension> {
  const found = (await readExtensions(services, slug)).find(({ manifest }) => manifest.id === id)
  if (!found) throw new Refusal('This extension is not installed here.')
  return found
}

/** @throws Refusal where nobody offers it to the user */
export async function readOffered(services: Services, id: string): Promise<OfferedExtension> {
  const { extensions } = await services.get(Queries).fetchQuery(marketplaceQuery(services))
  const found = extensions.find(({ manifest }) => manifest.id === id)
  if (!found) throw new Refusal('The marketplace does not offer this extension any more.')
  return found
}

export const refreshExtensions = (services: Services): Promise<void> =>
  services.get(Queries).invalidateQueries({ queryKey: [listExtensions.id] })

export const refreshMarketplace = (services: Services): Promise<void> =>
  services.get(Queries).invalidateQueries({ queryKey: [listMarketplace.id] })
