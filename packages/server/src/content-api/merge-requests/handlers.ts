import { findMergeRequestObjects } from '@typecase/contract/content'

import { handle, type Route } from '../../http/handle.ts'
import { openByKey } from '../open-by-key.ts'

/** Clients ask for the objects of merge requests, which this product does without: buckets have none. */
export const routes = (): Route[] => [
  handle(findMergeRequestObjects, ({ principal, params }) => {
    openByKey(principal, params.slug, 'published')
    return { objects: [], total: 0 }
  }),
]
