import { listExtensions, listMarketplace } from '@typecase/contract/extensions'
import { apiQueryOptions } from '@typecase/plugin-sdk/api-query'
import type { Services } from '@typecase/plugin-sdk/token'

/** How long responses count as fresh, in milliseconds. The bucket's events report changes. */
const FRESH_MS = 30_000

/** Returns the query for the extensions installed in a bucket, by title. */
export const extensionsQuery = (services: Services, slug: string) => ({
  ...apiQueryOptions(services, listExtensions, { query: { slug } }),
  staleTime: FRESH_MS,
})

/** Returns the query for the extensions that the user may install. */
export const marketplaceQuery = (services: Services) => ({
  ...apiQueryOptions(services, listMarketplace, {}),
  staleTime: FRESH_MS,
})
