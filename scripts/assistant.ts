import { INTERNAL_HEADER } from '@typecase/contract/product'
import type { FastifyInstance, FastifyReply } from 'fastify'

import type { BucketWatch } from '../packages/assistant/src/subscriptions.ts'
import type { App } from '../packages/server/src/app.ts'
import { Failure } from '../packages/server/src/http/failure.ts'
import { assertBounded } from '../packages/server/src/http/json-bounds.ts'
import { bearerOf } from '../packages/server/src/http/principal.ts'
import { MAX_ASSISTANT_BODY_BYTES } from '../packages/server/src/limits.ts'
import { openBucket } from '../packages/server/src/resources/buckets/bucket-access.ts'
import { version } from './product-version.ts'
import { loadPlugins } from './terminal/plugin-modules.ts'

/** Serves assistants at `/mcp`. The first request loads their code, including that of all plugins. */
export function mountAssistant(http: FastifyInstance, app: App): void {
  const { admission, sessions } = app
  const load = async () => {
    const { createMcpRoute } = await import('../packages/assistant/src/http-route.ts')
    return createMcpRoute(http, {
      loadPlugins,
      publicUrl: app.settings.PUBLIC_URL,
      version,
      watch: watchOf(app),
      // The API accepts the token of an assistant only from this process.
      internalHeaders: { [INTERNAL_HEADER]: app.internalSecret },
    })
  }
  let route: ReturnType<typeof load> | undefined
  http.all('/mcp', {
    bodyLimit: MAX_ASSISTANT_BODY_BYTES,
    // Runs before the body is read.
    async onRequest(request, reply) {
      const token = bearerOf(request)
      const session = token === undefined ? undefined : await sessions.find(token)
      if (session) return admission.assistantRate(session.sessionHash)
      admission.anonymousRate(request.ip)
      return answerSignIn(app, token !== undefined, reply)
    },
    async handler(request, reply) {
      assertBounded(request.body)
      route ??= load()
      return (await route)(bearerOf(request) ?? '', request, reply)
    },
  })
}

/** Refuses a request and says where a client starts its sign-in (RFC 9728, section 5.1). */
function answerSignIn({ settings }: App, isWrong: boolean, reply: FastifyReply): FastifyReply {
  const metadata = `${settings.PUBLIC_URL}/.well-known/oauth-protected-resource/mcp`
  const error = isWrong ? ', error="invalid_token"' : ''
  reply.header('www-authenticate', `Bearer resource_metadata="${metadata}"${error}`)
  return reply.code(401).send({ error: 'invalid_token', error_description: 'Sign in first.' })
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
