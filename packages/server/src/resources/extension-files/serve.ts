import type { ExtensionManifest } from '@typecase/contract/extension-manifest'
import type { FastifyInstance, FastifyRequest } from 'fastify'

import type { App } from '../../app.ts'
import { createBoundedCache } from '../../bounded-cache.ts'
import { pageOrigins } from '../../http/headers.ts'
import { NO_PAGE, type PackageFile, servePackageFiles, tagOf } from '../../http/package-files.ts'
import { isFilePath, MANIFEST } from '../marketplace/bundle.ts'
import {
  type FramedExtension,
  frameDocument,
  frameHeaders,
  GUARD_MODULE,
  STYLES,
} from './frame-document.ts'
import { sdkFiles } from './sdk-files.ts'
import { findFile } from './store.ts'

const FOR_EVER = 'public, max-age=31536000, immutable'
/** Prepended to every script. A script with imports is a module, so none runs without the guard, in any realm. */
const GUARD_IMPORT = Buffer.from(`import'${GUARD_MODULE}';`)
/** Limit of the file cache in bytes. */
const MAX_CACHE_BYTES = 16_000_000

/**
 * Serves the files for frames of extensions below `/ext/`: a document for each version, its files, and the SDK. No
 * sign-in is needed, since a frame has neither a session nor an origin; the URL of a version contains a hash of all its
 * files. Requests are rate-limited by IP address, as each may read the database and is compressed.
 */
export function serveExtensionFiles(
  server: FastifyInstance,
  { db, settings, admission }: Pick<App, 'db' | 'settings' | 'admission'>,
): void {
  const onRequest = async ({ ip }: FastifyRequest) => admission.extensionRate(ip)
  const files = createBoundedCache<PackageFile>(MAX_CACHE_BYTES)
  const documents = createBoundedCache<FramedExtension>(MAX_CACHE_BYTES / 16)

  async function fileAt(sha256: string, path: string): Promise<PackageFile | undefined> {
    if (!/^[0-9a-f]{64}$/.test(sha256) || !isFilePath(path)) return undefined
    const key = `${sha256}/${path}`
    const cached = files.get(key)
    if (cached) return cached
    const [row] = await findFile(db.read, { sha256, path })
    if (!row) return undefined
    const content = Buffer.from(row.content, 'base64')
    const isScript = path.endsWith('.js')
    const file = {
      type: row.type,
      content: isScript ? Buffer.concat([GUARD_IMPORT, content]) : content,
    }
    files.set(key, file, file.content.length)
    return file
  }

  async function documentOf(sha256: string): Promise<FramedExtension | undefined> {
    const cached = documents.get(sha256)
    if (cached) return cached
    const text = await fileAt(sha256, MANIFEST)
    if (!text) return undefined
    // The manifest was validated before it was stored, so the cast is safe.
    const { title, entry, hosts = [] } = JSON.parse(text.content.toString()) as ExtensionManifest
    const hasStyles = (await fileAt(sha256, STYLES)) !== undefined
    const framed = { sha256, manifest: { title, entry, hosts }, hasStyles }
    documents.set(sha256, framed, 1000)
    return framed
  }

  interface OfVersion {
    Params: { sha: string; '*': string }
  }
  server.get<OfVersion>('/ext/:sha/*', { onRequest }, async (request, reply) => {
    const { sha, '*': path } = request.params
    reply.header('access-control-allow-origin', '*')
    if (path === '') {
      const framed = await documentOf(sha)
      if (!framed) return reply.callNotFound()
      const content = frameDocument(framed)
      const headers = frameHeaders(framed, pageOrigins(server, settings))
      // The server generates this document, so a browser must not cache rights that a later version forbids.
      const etag = tagOf(content + JSON.stringify(headers))
      reply.headers({ ...headers, etag, 'cache-control': 'no-cache' })
      if (request.headers['if-none-match'] === etag) return reply.code(304).send()
      return reply.type('text/html; charset=utf-8').send(content)
    }
    const file = await fileAt(sha, path)
    if (!file) return reply.callNotFound()
    reply.headers({ 'cache-control': FOR_EVER, 'content-security-policy': NO_PAGE })
    return reply.type(file.type).send(file.content)
  })

  servePackageFiles(server, sdkFiles(), onRequest)
}
