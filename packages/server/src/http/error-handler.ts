import { IndexTooLarge } from '../columns/live-index.ts'
import { QueryError } from '@typecase/content-query/query-error'
import type { ErrorCode } from '@typecase/contract/errors'
import { DEFAULT_FAILURE } from '@typecase/contract/product'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { diskFull, isDiskFull } from '../storage/disk-full.ts'
import { Failure, invalid } from './failure.ts'

/** Our codes for Fastify's own errors, by status. */
const codes: Readonly<Record<number, ErrorCode>> = {
  400: 'invalid',
  404: 'not_found',
  405: 'method_not_allowed',
  413: 'too_large',
  415: 'unsupported_media_type',
  503: 'unavailable',
}

/** Sends every failure in one shape. Unexpected errors are logged, and their response says only `internal`. */
export function installErrorHandler(server: FastifyInstance): void {
  server.setErrorHandler((error, request, reply) => {
    const failure = toFailure(error)
    const body = failure.toBody(request.id)
    // After the client has closed the connection, no one receives the response, so there is nothing to report.
    if (body.status >= 500 && !reply.raw.destroyed)
      request.log.error({ err: error }, 'request failed')
    if (failure.retryAfter !== undefined) reply.header('retry-after', failure.retryAfter)
    return reply.code(body.status).send(body)
  })

  function answerNotFound(request: FastifyRequest, reply: FastifyReply) {
    const path = request.url.split('?', 1)[0] ?? request.url
    const others = (['GET', 'POST', 'PATCH', 'DELETE'] as const).filter((method) => {
      const route = method !== request.method && server.findRoute({ method, url: path })
      // The dashboard's route matches every path, so it does not count as an endpoint.
      return route && !('*' in route.params)
    })
    const failure =
      others.length > 0
        ? new Failure(
            'method_not_allowed',
            `${request.method} is not allowed here: use ${others.join(' or ')}`,
          )
        : new Failure('not_found', 'Route not found')
    const body = failure.toBody(request.id)
    // RFC 9110 §15.5.6
    if (others.length > 0) reply.header('allow', others.join(', '))
    return reply.code(body.status).send(body)
  }
  server.setNotFoundHandler(answerNotFound)
  // Runs before the body is read, since unknown paths refuse bodies of any kind.
  server.addHook('onRequest', (request, reply, done) => {
    if (request.is404) answerNotFound(request, reply)
    else done()
  })
}

/** Answers addresses that the router refuses: those it cannot decode, and parameters longer than any that exists. */
export function answerBadAddress(
  { statusCode }: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const failure =
    statusCode === 400
      ? invalid('path', 'path must be a valid address', 'url')
      : new Failure('not_found', 'Route not found')
  const body = failure.toBody(request.id)
  void reply.code(body.status).header('x-content-type-options', 'nosniff').send(body)
}

export function toFailure(error: unknown): Failure {
  if (error instanceof Failure) return error
  if (error instanceof QueryError) return invalid(error.path || 'query', error.message, error.code)
  if (error instanceof IndexTooLarge) {
    return new Failure(
      'unavailable',
      'The indexes this query needs take more memory than the server allows. Its operator can raise INDEX_MEMORY.',
    )
  }
  const { statusCode, message, code } = error as Partial<FastifyError>
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return new Failure(
      'unsupported_media_type',
      `${message ?? 'Unsupported Media Type'}. Send JSON as application/json, or files as multipart/form-data where a call takes them.`,
    )
  if (isDiskFull(error)) return diskFull()
  const errorCode = statusCode === undefined ? undefined : codes[statusCode]
  if (errorCode) return new Failure(errorCode, message ?? 'Bad request')
  if (statusCode !== undefined && statusCode < 500)
    return new Failure('invalid', message ?? 'Bad request')
  return new Failure('internal', DEFAULT_FAILURE)
}
