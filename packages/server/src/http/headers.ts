import type { FastifyInstance } from 'fastify'

/** What a page of the dashboard may load: only what this server ships (reliability §4.4). */
function contentSecurityPolicy(origin: string): string {
  return [
    `default-src 'none'`,
    // Limited to the folder of built files, so that an uploaded script can never be one.
    `script-src ${origin}/assets/`,
    `style-src ${origin}/assets/`,
    `font-src ${origin}/assets/`,
    `img-src 'self' data: blob: https: http:`,
    `connect-src 'self'`,
    `frame-src ${origin}/ext/`,
    `worker-src ${origin}/assets/`,
    `manifest-src 'self'`,
    `base-uri 'none'`,
    `object-src 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
  ].join('; ')
}

/** Pages whose address carries a mailed code. */
const CODE_PAGES = /^\/(verify-email|forgot-password)\b/

/** Headers of every answer. */
export function installHeaders(server: FastifyInstance): void {
  server.addHook('onSend', (request, reply, _payload, done) => {
    reply.header('x-content-type-options', 'nosniff')
    reply.header('referrer-policy', CODE_PAGES.test(request.url) ? 'no-referrer' : 'same-origin')
    reply.header('cross-origin-opener-policy', 'same-origin')
    reply.header('x-request-id', request.id)
    const isPage = String(reply.getHeader('content-type') ?? '').startsWith('text/html')
    if (isPage) {
      reply.header(
        'content-security-policy',
        contentSecurityPolicy(`${request.protocol}://${request.host}`),
      )
      reply.header('x-frame-options', 'DENY')
      reply.header('permissions-policy', 'camera=(), geolocation=(), microphone=()')
    } else if (!reply.hasHeader('cache-control')) {
      reply.header('cache-control', 'no-store')
      reply.header('vary', 'Authorization, Origin, Accept-Encoding')
    }
    done()
  })
}
