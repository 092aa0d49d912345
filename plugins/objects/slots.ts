import type { CmsObject } from '@typecase/contract/objects'
import type { ObjectType } from '@typecase/contract/object-types'
import type { ListQuery } from '@typecase/plugin-sdk/list-query'
import { slot } from '@typecase/plugin-sdk/slot'

/** Panels about the open object, below its facts: revisions, comments, what refers to it. */
export const ObjectInspector = slot<{ object: CmsObject; objectType: ObjectType }>(
  'objects.inspector',
  1,
)

/** Tabs of a list behind the object types, such as saved views: links with the query they stand for. */
export const ListTabs = slot<{
  bucketSlug: string
  type: string | undefined
  query: ListQuery
  sort: string | undefined
}>('objects.list-tabs', 1)

/** Buttons beside the query line, such as saving it as a view. */
export const FilterActions = slot<{ bucketSlug: string; query: ListQuery }>(
  'objects.filter-actions',
  1,
)

/** Buttons of the bar at the bottom while objects are selected. */
export const SelectionActions = slot<object>('objects.selection-actions', 1)
