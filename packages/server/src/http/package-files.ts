import { createHash } from 'node:crypto'

import type { FastifyInstance, onRequestAsyncHookHandler } from 'fastify'

/** A policy under which browsers cannot open a file as a page. */
export const NO_PAGE = "sandbox; default-src 'none'"

export interface PackageFile {
  readonly type: string
  readonly content: Buffer
}

/** Serves files of our packages, which pages of any origin may load. Each file is created on first use. */
export function servePackageFiles(
  server: FastifyInstance,
  files: Readonly<Record<string, () => Promise<PackageFile>>>,
  onRequest: onRequestAsyncHookHandler,
): void {
  const known = new Map<string, Promise<PackageFile>>()
  for (const [path, read] of Object.entries(files)) {
    server.get(path, { onRequest }, async (request, reply) => {
      const reading = known.get(path) ?? read()
      known.set(path, reading)
      const { type, content } = await reading
      const etag = tagOf(content)
      reply.headers({
        'access-control-allow-origin': '*',
        // A later version of the product serves another file at this path.
        'cache-control': 'no-cache',
        'content-security-policy': NO_PAGE,
        etag,
      })
      if (request.headers['if-none-match'] === etag) return reply.code(304).send()
      return reply.type(type).send(content)
    })
  }
}

export const tagOf = (content: string | Buffer): string =>
  `"${createHash('sha256').update(content).digest('hex').slice(0, 32)}"`
