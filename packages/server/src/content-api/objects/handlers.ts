import { and } from '@typecase/content-query/ast'
import { parseProps } from '@typecase/content-query/props'
import { findMetafield, findMetafields, findObject, findObjects } from '@typecase/contract/content'
import type { ParamsOf, QueryOf } from '@typecase/contract/endpoint'
import type { Metafield } from '@typecase/contract/metafields'

import type { App } from '../../app.ts'
import { Failure, invalid, notFound } from '../../http/failure.ts'
import { handle, type Route } from '../../http/handle.ts'
import { JsonText } from '../../http/json-text.ts'
import type { KeyPrincipal } from '../../http/principal.ts'
import { requestedParts } from '../../resources/objects/queries/page-rows.ts'
import { assertPreview, openByKey } from '../open-by-key.ts'
import { versionWith } from '../perspective.ts'
import { byStatus, readFindRequest } from './find-request.ts'
import { toPublicJson } from './public-json.ts'
import { toPublicObjects, withMetadata } from './read-form.ts'
import { readerOf } from './reader.ts'
import { unknownName } from './unknown-names.ts'
import { writeRoutes } from './writes.ts'

export function routes(app: App): Route[] {
  /** @throws Failure `not_found` for an object that does not exist in the requested version */
  async function readOne(
    principal: KeyPrincipal,
    { slug, id }: ParamsOf<typeof findObject>,
    sent: QueryOf<typeof findObject>,
  ) {
    const query = inLink(principal, sent)
    const { status, props, depth = 0, show_metafields, media, source } = query
    const { version: ofStatus } = byStatus(status, and([]))
    const access = openByKey(principal, slug, ofStatus)
    const hasMetafields = show_metafields === 'true'
    const hasSources = source === 'true'
    assertPreview(principal, query)
    const version = await versionWith(app, access, principal, query, ofStatus)
    const reading = {
      version,
      props: parseProps(props),
      depth,
      hasMetafields,
      hasFileDetails: media === 'full',
      hasSources,
    }
    const reader = await readerOf(app, access, principal)
    const visibleProps = hasMetafields ? withMetadata(reading.props) : reading.props
    const rows = await reader.objects.byIds([id], version, requestedParts(visibleProps))
    const drafts = rows.filter((row) => status !== 'draft' || row.status === 'draft')
    // The object does not exist in the requested version.
    if (drafts.length === 0) throw notFound(`Object with id '${id}'`)
    return [drafts, reader, reading] as const
  }

  async function metafieldsOf(
    principal: KeyPrincipal,
    params: ParamsOf<typeof findObject>,
    query: QueryOf<typeof findMetafields>,
  ): Promise<Metafield[]> {
    const request = { ...query, props: 'id', show_metafields: 'true' }
    const [object] = await toPublicObjects(...(await readOne(principal, params, request)))
    // `show_metafields` adds `metafields`.
    return (object as { metafields: Metafield[] }).metafields
  }

  return [
    handle(findObjects, async ({ principal, params, query: sent, signal, inTurn }) => {
      const query = inLink(principal, sent)
      assertPreview(principal, query)
      const { filter, sort, limit, skip, after, tiers, preference, ...request } = readFindRequest(
        query,
        app.clock.now(),
      )
      const access = openByKey(principal, params.slug, filter.version)
      const version = await versionWith(app, access, principal, query, filter.version)
      const reader = await readerOf(app, access, principal)
      const props = request.hasMetafields ? withMetadata(request.props) : request.props
      const { query: requestedQuery } = filter
      const findQuery = {
        query: requestedQuery,
        sort,
        limit,
        skip,
        after: after || undefined,
        tiers,
        preference,
      }
      const page = await inTurn(() =>
        reader.objects.page(version, findQuery, requestedParts(props), signal),
      )
      // Starting over would send a client that pages through the list in circles.
      if (after && page.skip === 0)
        throw invalid('after', 'after must be an object of this list', 'reference')
      // Clients treat an empty list as an error and expect this failure (clients.md §1e).
      if (page.rows.length === 0)
        throw new Failure(
          'not_found',
          noObjects(params.slug, unknownName(requestedQuery, reader.fields)),
        )
      const reading = { ...request, version }
      // Clients that use plain parameters know the id and the type by older names.
      const objects = await toPublicJson(page.rows, reader, reading, query.type !== undefined)
      const numbers = JSON.stringify({ total: page.total, limit, skip: page.skip })
      return new JsonText(`{"objects":[${objects.join()}],${numbers.slice(1)}`)
    }),

    handle(findObject, async ({ principal, params, query }) => {
      const [object] = await toPublicJson(...(await readOne(principal, params, query)))
      return new JsonText(`{"object":${object}}`)
    }),

    handle(findMetafields, async ({ principal, params, query }) => ({
      metafields: await metafieldsOf(principal, params, query),
    })),

    handle(findMetafield, async ({ principal, params, query }) => {
      const metafields = await metafieldsOf(principal, params, query)
      const metafield = metafields.find(({ key }) => key === params.key)
      if (!metafield) throw notFound(`Metafield with key '${params.key}'`)
      return { metafield }
    }),

    ...writeRoutes(app),
  ]
}

/** Removes parameters that select a version: the token of a shared link only reads the versions of its link. */
const inLink = <Query extends object>({ sharedLink }: KeyPrincipal, query: Query): Query =>
  sharedLink
    ? { ...query, status: undefined, release: undefined, at: undefined, revision: undefined }
    : query

const noObjects = (bucket: string, reason: string | undefined): string =>
  `No objects found in bucket '${bucket}'${reason === undefined ? '' : `: ${reason}`}`
