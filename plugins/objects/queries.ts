import { drafts, type Perspective, perspectiveParameters } from '@typecase/content/perspective'
import { objectGroups } from '@typecase/contract/object-groups'
import { listObjects } from '@typecase/contract/objects'
import { apiQueryOptions } from '@typecase/plugin-sdk/api-query'
import type { ListQuery } from '@typecase/plugin-sdk/list-query'
import type { Services } from '@typecase/plugin-sdk/token'
import { keepPreviousData } from '@tanstack/react-query'

import type { ObjectsPage } from './list/page.ts'

/** The properties that a row can show. Content and field definitions would double the response. */
const PROPS =
  'id,title,slug,type,locale,status,thumbnail,metadata,publish_at,unpublish_at,published_at,created_at,modified_at,rev'

/** One page of a list. The previous page stays visible while the next one loads. */
export const objectsQuery = (
  services: Services,
  slug: string,
  page: ObjectsPage,
  props = PROPS,
  perspective: Perspective = drafts,
) => ({
  ...apiQueryOptions(services, listObjects, {
    query: {
      slug,
      limit: page.limit,
      skip: page.skip,
      props,
      ...perspectiveParameters(perspective),
      ...(Object.keys(page.query).length > 0 && { query: JSON.stringify(page.query) }),
      ...(page.sort && { sort: page.sort }),
    },
  }),
  placeholderData: keepPreviousData,
})

/** The groups of a list. The previous groups stay visible while others load. */
export const groupsQuery = (
  services: Services,
  slug: string,
  query: ListQuery,
  request: { group: string; by: 'value' | 'month'; time_zone?: string },
) => ({
  ...apiQueryOptions(services, objectGroups, {
    query: {
      slug,
      ...request,
      ...(Object.keys(query).length > 0 && { query: JSON.stringify(query) }),
    },
  }),
  placeholderData: keepPreviousData,
})
