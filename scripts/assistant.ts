import type { FastifyInstance } from 'fastify'

import type { App } from '../packages/server/src/app.ts'
import { version } from './product-version.ts'
import { loadPlugins } from './terminal/plugin-modules.ts'

/** Serves assistants at `/mcp`. Their code, with that of all plugins, is loaded by the first request. */
export function mountAssistant(http: FastifyInstance, app: App): void {
  const load = async () => {
    const { createMcpRoute } = await import('../packages/assistant/src/http-route.ts')
    return createMcpRoute(http, { loadPlugins, publicUrl: app.settings.PUBLIC_URL, version })
  }
  let route: ReturnType<typeof load> | undefined
  http.all('/mcp', async (request, reply) => {
    route ??= load()
    return (await route)(request, reply)
  })
}
