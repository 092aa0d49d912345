import { openApiDocument } from '@typecase/contract/openapi'

import { handle, type Route } from '../../http/handle.ts'
import manifest from '../../../package.json' with { type: 'json' }
import { describeApi } from './document.ts'

export function routes(): Route[] {
  let built: ReturnType<typeof describeApi> | undefined
  return [
    handle(openApiDocument, ({ request }) => {
      // The routes do not change while a server runs.
      built ??= describeApi(request.server.mountedEndpoints, manifest.version)
      return built
    }),
  ]
}
