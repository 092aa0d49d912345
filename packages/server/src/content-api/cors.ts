import type { FastifyInstance, FastifyReply } from 'fastify'

/**
 * Lets pages of any origin read. This is safe because the read key is public and cookies are never read.
 * @see https://fetch.spec.whatwg.org/#http-cors-protocol
 */
export function allowEveryOrigin(reply: FastifyReply): void {
  reply
    .header('access-control-allow-origin', '*')
    .header('access-control-expose-headers', 'ETag, X-Request-Id')
}

/** Responds to the preflight requests that browsers send before a read with custom headers. */
export function answerPreflights(server: FastifyInstance): void {
  server.options('/v3/buckets/:slug/*', (_request, reply) => {
    allowEveryOrigin(reply)
    return reply
      .header('access-control-allow-methods', 'GET, HEAD')
      .header(
        'access-control-allow-headers',
        'Authorization, Content-Type, If-None-Match, Last-Event-ID',
      )
      .header('access-control-max-age', '86400')
      .code(204)
      .send()
  })
}
