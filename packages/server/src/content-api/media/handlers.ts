import { parseQuery } from '@typecase/content-query/parse'
import { parseProps, pick } from '@typecase/content-query/props'
import { findMedia, findOneMedia } from '@typecase/contract/content'

import type { App } from '../../app.ts'
import { Failure } from '../../http/failure.ts'
import { handle, type Route } from '../../http/handle.ts'
import { mediaUrlsOf } from '../../resources/media/media-url.ts'
import { toPublicMedia } from '../../resources/media/media-view.ts'
import { readShape } from '../../resources/objects/queries/list-request.ts'
import { openByKey } from '../open-by-key.ts'
import { readQueryJson } from '../query-json.ts'
import { mediaStore } from './media-store.ts'
import { writeRoutes } from './writes.ts'

/** Default limit of a page. */
const DEFAULT_LIMIT = 1000

export function routes(app: App): Route[] {
  return [
    handle(findMedia, async ({ principal, params, query: parameters, signal, inTurn }) => {
      const access = openByKey(principal, params.slug, 'published')
      const store = mediaStore(app, access)
      const { folder } = parameters
      const json = readQueryJson(parameters.query)
      const { query, reserved } = parseQuery(
        { ...(folder !== undefined && { folder }), ...json },
        { resource: 'media', now: app.clock.now() },
      )
      const { props, ...page } = readShape(parameters, reserved, 'media', DEFAULT_LIMIT)
      const request = { query, ...page, after: parameters.after || undefined }
      const { rows, total } = await inTurn(() => store.page(request, signal))
      if (rows.length === 0 && !isLookUp(json))
        throw new Failure('not_found', `No media found in bucket '${params.slug}'`)
      const urlOf = mediaUrlsOf(app, principal.mediaIsPrivate)
      const media = rows.map((row) => pick(toPublicMedia(row, urlOf), props))
      return { media, total, limit: page.limit, skip: page.skip }
    }),

    handle(findOneMedia, async ({ principal, params, query }) => {
      const props = parseProps(query.props)
      const access = openByKey(principal, params.slug, 'published')
      const [row] = await mediaStore(app, access).byIds([params.id])
      if (!row) throw new Failure('not_found', `Media with id '${params.id}' not found`)
      return { media: pick(toPublicMedia(row, mediaUrlsOf(app, principal.mediaIsPrivate)), props) }
    }),

    ...writeRoutes(app),
  ]
}

/**
 * Whether a query selects media by a list of names or ids. Clients look up the media of objects this way and accept an
 * empty result; for any other search without results they expect a 404.
 */
function isLookUp({ name, id }: Record<string, unknown>): boolean {
  return [name, id].some(
    (condition) => typeof condition === 'object' && condition !== null && '$in' in condition,
  )
}
