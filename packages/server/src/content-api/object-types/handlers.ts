import { parseProps, pick } from '@typecase/content-query/props'
import { findObjectType as findOne, findObjectTypes } from '@typecase/contract/content'
import {
  deleteObjectType,
  insertObjectType,
  updateObjectType,
} from '@typecase/contract/content-writes'

import type { App } from '../../app.ts'
import { notFound } from '../../http/failure.ts'
import { handle, type Route } from '../../http/handle.ts'
import { readConsistently } from '../../resources/buckets/bucket-access.ts'
import { countObjects } from '../../resources/object-types/object-counts.ts'
import { addOneType, deleteOneType, updateOneType } from '../../resources/object-types/one-type.ts'
import { findObjectType, listObjectTypes } from '../../resources/object-types/store.ts'
import { withClientFieldNames } from '../client-field-names.ts'
import { openByKey, triggering } from '../open-by-key.ts'

export function routes(app: App): Route[] {
  const { db } = app
  return [
    handle(findObjectTypes, async ({ principal, params, query }) => {
      const props = parseProps(query.props)
      const access = openByKey(principal, params.slug, 'published')
      const types = await readConsistently(db, access, async () =>
        listObjectTypes(db.read, access, await countObjects(app, access, 'published')),
      )
      return { object_types: types.map((type) => pick(type, props)), total: types.length }
    }),

    handle(findOne, async ({ principal, params, query }) => {
      const access = openByKey(principal, params.slug, 'published')
      const type = await readConsistently(db, access, async () => {
        const counts = await countObjects(app, access, 'published')
        return findObjectType(db.read, access, params.type_slug, counts)
      })
      if (!type) throw notFound(nameOf(params.type_slug))
      return { object_type: pick(type, parseProps(query.props)) }
    }),

    handle(insertObjectType, ({ principal, params, body, commit }) => {
      const access = openByKey(principal, params.slug, 'published')
      const { write_key: _key, trigger_webhook: _webhook, ...data } = body
      return withClientFieldNames({}, () => addOneType(app, access, commit, data))
    }),

    handle(updateObjectType, ({ principal, params, body }) => {
      const bucketAccess = openByKey(principal, params.slug, 'published')
      const { write_key: _key, trigger_webhook, ...data } = body
      const access = triggering(bucketAccess, trigger_webhook)
      const slug = params.type_slug
      return withClientFieldNames({ name: nameOf(slug) }, () =>
        updateOneType(app, access, slug, data),
      )
    }),

    handle(deleteObjectType, ({ principal, params, query }) => {
      const bucketAccess = openByKey(principal, params.slug, 'published')
      const access = triggering(bucketAccess, query.trigger_webhook)
      const slug = params.type_slug
      return withClientFieldNames({ name: nameOf(slug) }, () => deleteOneType(app, access, slug))
    }),
  ]
}

const nameOf = (slug: string): string => `Object type with slug '${slug}'`
