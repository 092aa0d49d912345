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
    handle(findObjects, async ({ principal, params, query, signal, inTurn }) => {
      const { filter, sort, limit, skip, after, ...request } = readFindRequest(
        query,
        app.clock.now(),
      )
      const access = openByKey(principal, params.slug, filter.version)
      const reader = await readerOf(app, access)
      const asked = { query: filter.query, sort, limit, skip, after: after || undefined }
      const page = await inTurn(() =>
        reader.objects.page(filter.version, asked, wantedBy(request.props), signal),
      )
      // From the start again would send a client that pages in circles.
      if (after && page.skip === 0)
        throw invalid('after', 'after must be an object of this list', 'reference')
      // Clients take an empty list for an error, and expect this one (clients.md §1e).
      if (page.rows.length === 0)
        throw new Failure('not_found', `No objects found in bucket '${params.slug}'`)
      const reading = { ...request, version: filter.version }
      const objects = await toPublicObjects(page.rows, reader, reading)
      return { objects, total: page.total, limit, skip: page.skip }
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
