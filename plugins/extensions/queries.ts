import { listExtensions, listMarketplace } from '@typecase/contract/extensions'
import { apiQueryOptions } from '@typecase/plugin-sdk/api-query'
import type { Services } from '@typecase/plugin-sdk/token'

/** How long answers count as fresh: the bucket's events tell of changes. */
const FRESH_MS = 30_000

/** The extensions that are installed in a bucket, by title. */
export const extensionsQuery = (services: Services, slug: string) => ({
  ...apiQueryOptions(services, listExtensions, { query: { slug } }),
  staleTime: FRESH_MS,
})

/** Extensions that the user may install. */
export const marketplaceQuery = (services: Services) => ({
  ...apiQueryOptions(services, listMarketplace, {}),
  staleTime: FRESH_MS,
})
