import { existsSync } from 'node:fs'

import type { FastifyInstance } from 'fastify'

if (existsSync('.env')) process.loadEnvFile('.env')
process.env['NODE_ENV'] ??= 'development'

const { main } = await import('../packages/server/src/main.ts')
const { mountAssistant } = await import('./assistant.ts')
const { readSettings } = await import('../packages/server/src/settings/settings.ts')
const { MAILS, showMails } = await import('./dev-mails.ts')

/** Paths of the API; Vite serves everything else, with hot reload. */
const API =
  /^\/(v3|api|media|ext|preview|preview-frame|preview\.js|mcp|oauth\/(?:register|token|revoke)|\.well-known|healthz|readyz)(\/|$|\?)/

async function addVite(http: FastifyInstance): Promise<void> {
  const { createServer } = await import('vite')
  const vite = await createServer({
    server: { middlewareMode: { server: http.server }, hmr: { server: http.server } },
    appType: 'spa',
  })
  // Vite answers before the router does, since the two parse paths differently.
  http.addHook('onRequest', (request, reply, done) => {
    if (API.test(request.url)) return done()
    reply.hijack()
    if (request.url.startsWith(MAILS)) {
      showMails(readSettings(process.env).DATA_DIR, request.raw, reply.raw)
    } else vite.middlewares(request.raw, reply.raw)
  })
  http.addHook('onClose', () => vite.close())
}

await main(process.argv.slice(2), {
  prepare: addVite,
  mount: mountAssistant,
  seedDemo: async (settings) => (await import('../packages/demo/src/seed.ts')).seedDemo(settings),
  openDemoSite: async (server) =>
    (await import('../packages/demo/src/demo-site.ts')).openDemoSite(server),
})
