import { existsSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'

import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

/** Prefixes that belong to the API: an unknown path below them is a 404 in JSON, never the dashboard. */
const API = /^\/(v3|api|media|ext|healthz|readyz)(\/|$|\?)/

/** Files whose names change with what is in them. */
const ASSETS = 'assets/'
const FOR_EVER = 'public, max-age=31536000, immutable'

/** Serves the built dashboard: hashed assets for ever, the page itself always fresh and for every other path. */
export async function serveDashboard(server: FastifyInstance, folder: string): Promise<void> {
  if (!existsSync(join(folder, 'index.html'))) return
  // One route for all of them: one for each file would be most of the server's routes, and much of its start.
  await server.register(fastifyStatic, {
    root: folder,
    serve: false,
    cacheControl: false,
    // The build has compressed them, so that nobody can make the server do it again and again.
    preCompressed: true,
  })
  const files = new Set(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
      .map(({ parentPath, name }) =>
        relative(folder, join(parentPath, name)).replaceAll('\\', '/'),
      ),
  )
  server.get('/*', (request, reply) => {
    const path = request.url.slice(1).split('?', 1)[0] ?? ''
    const isAsset = path.startsWith(ASSETS)
    if (API.test(request.url) || (isAsset && !files.has(path))) return reply.callNotFound()
    reply.header('cache-control', isAsset ? FOR_EVER : 'no-cache')
    return reply.sendFile(files.has(path) ? path : 'index.html')
  })
}
