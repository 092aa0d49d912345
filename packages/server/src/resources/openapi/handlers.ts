import { bucketOpenApiDocument, openApiDocument } from '@typecase/contract/openapi'

import type { App } from '../../app.ts'
import { openByKey } from '../../content-api/open-by-key.ts'
import { handle, type Route } from '../../http/handle.ts'
import manifest from '../../../../../package.json' with { type: 'json' }
import { listObjectTypes } from '../object-types/store.ts'
import { describeApi } from './document.ts'

const { version } = manifest

export function routes({ db, settings }: App): Route[] {
  const url = settings.PUBLIC_URL
  let built: ReturnType<typeof describeApi> | undefined
  return [
    handle(openApiDocument, ({ request }) => {
      // The routes do not change while a server runs.
      built ??= describeApi({ endpoints: request.server.mountedEndpoints, version, url })
      return built
    }),

    handle(bucketOpenApiDocument, async ({ principal, params: { slug }, request }) => {
      const access = openByKey(principal, slug, 'published')
      const { mountedEndpoints: all } = request.server
      const endpoints = all.filter(({ auth }) => auth === 'read' || auth === 'write')
      const types = await listObjectTypes(db.read, access)
      return describeApi({ endpoints, version, url, bucket: { slug, types } })
    }),
  ]
}
