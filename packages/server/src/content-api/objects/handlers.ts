import { and } from '@typecase/content-query/ast'
import { parseProps } from '@typecase/content-query/props'
import { findObject, findObjects } from '@typecase/contract/content'

import type { App } from '../../app.ts'
import { Failure, invalid } from '../../http/failure.ts'
import { handle, type Route } from '../../http/handle.ts'
import { wantedBy } from '../../resources/objects/page-rows.ts'
import { openByKey } from '../open-by-key.ts'
import { byStatus, readFindRequest } from './find-request.ts'
import { toPublicObjects } from './read-form.ts'
import { readerOf } from './reader.ts'

export function routes(app: App): Route[] {
  return [
    handle(findObjects, async ({ principal, params, query, db }) => {
      const { filter, sort, limit, after, ...request } = readFindRequest(query)
      const access = openByKey(principal, params.slug, filter.version)
      const reader = await readerOf({ ...app, db }, access)
      const list = await reader.objects.list(filter, sort)
      const skip = after ? await list.placeOf(after) : request.skip
      // From the start again would send a client that pages in circles.
      if (after && skip === 0)
        throw invalid('after', 'after must be an object of this list', 'reference')
      const rows = await list.page(limit, skip, wantedBy(request.props))
      // A page with room left tells the total itself.
      const isLast = rows.length < limit && (rows.length > 0 || skip === 0)
      const total = isLast ? skip + rows.length : await list.count()
      // Clients take an empty list for an error, and expect this one (clients.md §1e).
      if (rows.length === 0)
        throw new Failure('not_found', `No objects found in bucket '${params.slug}'`)
      const reading = { ...request, version: filter.version }
      return { objects: await toPublicObjects(rows, reader, reading), total, limit, skip }
    }),

    handle(findObject, async ({ principal, params, query }) => {
      const { version } = byStatus(query.status, and([]))
      const access = openByKey(principal, params.slug, version)
      const reading = { version, props: parseProps(query.props), depth: query.depth ?? 0 }
      const reader = await readerOf(app, access)
      const rows = await reader.objects.byIds([params.id], version, wantedBy(reading.props))
      const found = rows.filter((row) => query.status !== 'draft' || row.status === 'draft')
      const [object] = await toPublicObjects(found, reader, reading)
      if (!object) throw new Failure('not_found', `Object with id '${params.id}' not found`)
      return { object }
    }),
  ]
}
