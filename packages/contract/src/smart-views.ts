import { type } from 'arktype'

import { endpoint } from './endpoint.ts'
import { id } from './ids.ts'
import { message } from './page.ts'
import { bucketSlug, typeSlug } from './slugs.ts'

/** Maximum length of a smart view's title, in characters. */
export const MAX_VIEW_TITLE = 60

const title = () => type(`0 < string <= ${MAX_VIEW_TITLE}`)
/** The query string of a list's address; its `query` is JSON of the query language. */
const queryString = () => type('string <= 60000')
const viewFields = () =>
  type({
    'title?': title(),
    /** An emoji, or the name of an icon. */
    'icon?': '0 < string <= 64 | null',
    'query_string?': queryString(),
    /** Columns of the list, by path: `title`, `metadata.year`. */
    'columns?': type('(0 < string <= 300)[] <= 100').or('null'),
    'sort?': 'string <= 200 | null',
    /** The field that the list is grouped by. */
    'group?': '0 < string <= 300 | null',
    /** The object type that it is about. */
    'type?': typeSlug().or('null'),
    /** Whether others in the bucket see the view. */
    'is_shared?': 'boolean',
  })

/** A named query over objects, with the layout of its list. */
export const smartView = () =>
  type({
    id: id(),
    title: 'string',
    icon: 'string | null',
    query_string: 'string',
    columns: 'string[] | null',
    sort: 'string | null',
    group: 'string | null',
    type: 'string | null',
    order: 'number',
    is_shared: 'boolean',
    /** Conditions that the query language or the bucket's types do not know; they are kept verbatim. */
    unsupported: type({ path: 'string', message: 'string' }).array(),
    created_by: 'string | null',
    modified_by: 'string | null',
    created_at: 'string',
    modified_at: 'string',
    rev: 'number',
  })
export type SmartView = ReturnType<typeof smartView>['infer']

const answer = () => type({ smart_view: smartView() })

export const listSmartViews = endpoint({
  id: 'smartViews.list',
  method: 'GET',
  path: '/smartViews/list',
  auth: 'user',
  summary: 'Returns the smart views of a bucket in their order: the caller’s own and shared ones.',
  query: () => type({ slug: bucketSlug() }),
  response: () => type({ smart_views: smartView().array() }),
})

export const countSmartViews = endpoint({
  id: 'smartViews.counts',
  method: 'GET',
  path: '/smartViews/counts',
  auth: 'user',
  summary:
    'Returns the number of objects that each of these views finds, by id; null if its query is invalid or takes too long.',
  query: () => type({ slug: bucketSlug() }),
  response: () => type({ counts: type({ id: id(), count: 'number | null' }).array() }),
})

export const addSmartView = endpoint({
  id: 'smartViews.add',
  method: 'POST',
  path: '/smartViews/add',
  auth: 'user',
  summary:
    'Saves a query under a name, as the last view. It is private unless `is_shared` is true.',
  body: () =>
    type({
      slug: bucketSlug(),
      data: viewFields().and({ title: title(), query_string: queryString() }),
    }),
  response: answer,
  status: 201,
  errors: ['conflict'],
})

export const updateSmartView = endpoint({
  id: 'smartViews.update',
  method: 'PATCH',
  path: '/smartViews/update',
  auth: 'user',
  summary:
    'Changes a view. Its author can do this; for a shared view, also people who can change the bucket’s settings.',
  body: () =>
    type({ slug: bucketSlug(), smart_view_id: id(), data: viewFields(), 'rev?': 'number.integer' }),
  response: answer,
  aliases: { id: 'smart_view_id' },
  errors: ['stale'],
})

export const deleteSmartView = endpoint({
  id: 'smartViews.delete',
  method: 'DELETE',
  path: '/smartViews/delete',
  auth: 'user',
  summary: 'Deletes a view. Its objects stay.',
  query: () => type({ slug: bucketSlug(), smart_view_id: id() }),
  response: message,
  aliases: { id: 'smart_view_id' },
})

export const reorderSmartViews = endpoint({
  id: 'smartViews.reorder',
  method: 'POST',
  path: '/smartViews/reorder',
  auth: 'user',
  summary:
    'Sorts the views. Views that you leave out keep their position; unknown ids are refused.',
  body: () => type({ slug: bucketSlug(), smart_view_ids: id().array().atMostLength(2000) }),
  response: () => type({ smart_views: smartView().array() }),
  aliases: { ids: 'smart_view_ids' },
})
