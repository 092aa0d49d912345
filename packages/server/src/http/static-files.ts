import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

import { type PluginFiles, readPlugins } from './plugin-files.ts'

/** Paths of the API: an unknown one is a 404 in JSON, never the dashboard. */
const API = /^\/(v3|api|media|ext|healthz|readyz|\.well-known)(\/|$|\?)/

const PAGE = 'index.html'
/** Files whose names change with their content. */
const ASSETS = 'assets/'
const FOR_EVER = 'public, max-age=31536000, immutable'

/** Links of the page that only signed-in users need. Must match vite.config.ts. */
const SIGNED_IN_LINKS = /\s*<link [^>]*\bdata-signed-in\b[^>]*>/g
/** The dashboard's session cookie. Here it only selects the files to preload; it is not verified. */
const TOKEN_COOKIE = /(?:^|;\s*)token=[^;]/

/**
 * Serves the built dashboard: hashed files with unlimited caching, and the uncached page for every other path.
 * @param pluginsDir folder of plugins to serve with it
 * @throws errors of `readPlugins`
 */
export async function serveDashboard(
  server: FastifyInstance,
  folder: string,
  pluginsDir?: string,
): Promise<void> {
  if (!existsSync(join(folder, PAGE))) return
  const plugins: PluginFiles = pluginsDir
    ? await readPlugins(pluginsDir, folder)
    : { links: '', files: new Map() }
  // One route serves all files: a route for each would slow down the start of the server.
  await server.register(fastifyStatic, {
    root: folder,
    serve: false,
    cacheControl: false,
    // The build has compressed the files, so no client can make the server do it again.
    preCompressed: true,
  })
  const files = new Set(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
      .map(({ parentPath, name }) =>
        relative(folder, join(parentPath, name)).replaceAll('\\', '/'),
      ),
  )
  // The page is a text, because each response replaces the nonce in it (headers.ts).
  const page = readFileSync(join(folder, PAGE), 'utf8').replace('</head>', `${plugins.links}$&`)
  const guestPage = page.replaceAll(SIGNED_IN_LINKS, '')
  server.get('/*', (request, reply) => {
    const path = request.url.slice(1).split('?', 1)[0] ?? ''
    const isAsset = path.startsWith(ASSETS)
    const pluginFile = plugins.files.get(path)
    const isThere = files.has(path) || pluginFile !== undefined
    if (API.test(request.url) || (isAsset && !isThere)) return reply.callNotFound()
    reply.header('cache-control', isAsset ? FOR_EVER : 'no-cache')
    if (pluginFile !== undefined)
      return reply
        .type(`text/${path.endsWith('.js') ? 'javascript' : 'css'}; charset=utf-8`)
        .send(pluginFile)
    if (files.has(path) && path !== PAGE) return reply.sendFile(path)
    const isSignedIn = TOKEN_COOKIE.test(request.headers.cookie ?? '')
    return reply
      .type('text/html; charset=utf-8')
      .header('vary', 'Cookie')
      .send(isSignedIn ? page : guestPage)
  })
}
