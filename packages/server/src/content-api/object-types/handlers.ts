import { parseProps, pick } from '@typecase/content-query/props'
import { findObjectType as findOne, findObjectTypes } from '@typecase/contract/content'

import type { App } from '../../app.ts'
import { Failure } from '../../http/failure.ts'
import { handle, type Route } from '../../http/handle.ts'
import { readTogether } from '../../resources/buckets/bucket-access.ts'
import { countObjects } from '../../resources/object-types/object-counts.ts'
import { findObjectType, listObjectTypes } from '../../resources/object-types/store.ts'
import { openByKey } from '../open-by-key.ts'

export function routes(app: App): Route[] {
  const { db } = app
  return [
    handle(findObjectTypes, async ({ principal, params, query }) => {
      const props = parseProps(query.props)
      const access = openByKey(principal, params.slug, 'published')
      const types = await readTogether(db, access, async () =>
        listObjectTypes(db.read, access, await countObjects(app, access, 'published')),
      )
      return { object_types: types.map((type) => pick(type, props)), total: types.length }
    }),

    handle(findOne, async ({ principal, params, query }) => {
      const access = openByKey(principal, params.slug, 'published')
      const type = await readTogether(db, access, async () => {
        const counts = await countObjects(app, access, 'published')
        return findObjectType(db.read, access, params.type_slug, counts)
      })
      if (!type)
        throw new Failure('not_found', `Object type with slug '${params.type_slug}' not found`)
      return { object_type: pick(type, parseProps(query.props)) }
    }),
  ]
}
