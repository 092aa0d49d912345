import { existsSync } from 'node:fs'
import { join } from 'node:path'

import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

/** Prefixes that belong to the API: an unknown path below them is a 404 in JSON, never the dashboard. */
const API = /^\/(v3|api|media|healthz|readyz)(\/|$|\?)/

/** Serves the built dashboard: hashed assets for ever, the page itself always fresh and for every other path. */
export async function serveDashboard(server: FastifyInstance, folder: string): Promise<void> {
  if (!existsSync(join(folder, 'index.html'))) return
  await server.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    index: false,
    setHeaders(reply, path) {
      const isHashed = path.includes(`${join(folder, 'assets')}/`)
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  server.get('/*', (request, reply) => {
    if (API.test(request.url) || request.url.startsWith('/assets/')) return reply.callNotFound()
    return reply.header('cache-control', 'no-cache').sendFile('index.html')
  })
}
