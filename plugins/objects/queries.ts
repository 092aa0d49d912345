import { type Bucket, getBucket } from '@typecase/contract/buckets'
import { getObject, listObjects, objectTitles } from '@typecase/contract/objects'
import { apiQueryOptions } from '@typecase/plugin-sdk/react/queries'
import { Queries } from '@typecase/plugin-sdk/services'
import type { Services } from '@typecase/plugin-sdk/token'
import { keepPreviousData } from '@tanstack/react-query'

import type { ObjectsPage } from './list/page.ts'

/** How long a bucket counts as fresh (specification §9). */
const FRESH = 30_000

/** The bucket on screen; its object types come with it. */
export const bucketQuery = (services: Services, slug: string) => ({
  ...apiQueryOptions(services, getBucket, { query: { slug } }),
  staleTime: FRESH,
})

export async function readBucket(services: Services, slug: string): Promise<Bucket> {
  const { bucket } = await services.get(Queries).fetchQuery(bucketQuery(services, slug))
  return bucket
}

/** What a row can show. Without the content and the fields' definitions an answer is half as long. */
const PROPS =
  'id,title,slug,type,locale,status,thumbnail,metadata,publish_at,unpublish_at,published_at,created_at,modified_at'

/** One page of a list. The page before stays in view while the next one is on its way. */
export const objectsQuery = (services: Services, slug: string, page: ObjectsPage) => ({
  ...apiQueryOptions(services, listObjects, {
    query: {
      slug,
      limit: page.limit,
      skip: page.skip,
      props: PROPS,
      ...(Object.keys(page.query).length > 0 && { query: JSON.stringify(page.query) }),
      ...(page.sort && { sort: page.sort }),
    },
  }),
  placeholderData: keepPreviousData,
})

/** After objects changed: lists, the objects themselves, titles and the types' counts. */
export async function refreshObjects(services: Services): Promise<void> {
  const queries = services.get(Queries)
  await Promise.all(
    [listObjects.id, getObject.id, objectTitles.id, getBucket.id].map((id) =>
      queries.invalidateQueries({ queryKey: [id] }),
    ),
  )
}
