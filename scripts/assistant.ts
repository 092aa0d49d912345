import { INTERNAL_HEADER } from '@typecase/contract/product'
import type { FastifyInstance } from 'fastify'

import type { BucketWatch } from '../packages/assistant/src/subscriptions.ts'
import type { App } from '../packages/server/src/app.ts'
import { Failure } from '../packages/server/src/http/failure.ts'
import { openBucket } from '../packages/server/src/resources/buckets/bucket-access.ts'
import { version } from './product-version.ts'
import { loadPlugins } from './terminal/plugin-modules.ts'

/** Serves assistants at `/mcp`. Their code, with that of all plugins, is loaded by the first request. */
export function mountAssistant(http: FastifyInstance, app: App): void {
  const load = async () => {
    const { createMcpRoute } = await import('../packages/assistant/src/http-route.ts')
    return createMcpRoute(http, {
      loadPlugins,
      publicUrl: app.settings.PUBLIC_URL,
      version,
      watch: watchOf(app),
      countAnonymous: (ip) => app.admission.anonymousRate(ip),
      // The API takes the token of an assistant from this process alone.
      internalHeaders: { [INTERNAL_HEADER]: app.internalSecret },
    })
  }
  let route: ReturnType<typeof load> | undefined
  http.all('/mcp', async (request, reply) => {
    route ??= load()
    return (await route)(request, reply)
  })
}

const watchOf = ({ db, events, sessions }: App): BucketWatch => ({
  async open(token, slug) {
    const principal = await sessions.find(token)
    if (!principal) return undefined
    try {
      const { bucketId } = await openBucket(db, principal, slug)
      return { bucketId, session: principal.sessionHash }
    } catch (reason) {
      if (reason instanceof Failure) return undefined
      throw reason
    }
  },
  subscribe: events.subscribe,
  onSessionEnd: sessions.onEnd,
})
