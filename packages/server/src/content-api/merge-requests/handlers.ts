import { findMergeRequestObjects } from '@typecase/contract/content'

import { handle, type Route } from '../../http/handle.ts'
import { openByKey } from '../open-by-key.ts'

/** Clients request the objects of merge requests. This product has no merge requests, so the list is always empty. */
export const routes = (): Route[] => [
  handle(findMergeRequestObjects, ({ principal, params }) => {
    openByKey(principal, params.slug, 'published')
    return { objects: [], total: 0 }
  }),
]
