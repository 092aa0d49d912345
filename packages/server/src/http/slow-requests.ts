import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { Failure } from './failure.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the body is written to disk as it arrives, so it may take as long as bytes keep coming. */
    isStreamed?: boolean
  }
}

/** Timeouts for data from a client, in ms. */
export interface RequestTimeouts {
  /** For all headers of a request. */
  headers: number
  /** For the next bytes of a body. */
  idle: number
  /** For a whole body that is read into memory. */
  body: number
}

export const defaultTimeouts: RequestTimeouts = { headers: 60_000, idle: 60_000, body: 300_000 }

/**
 * Node.js itself limits only the time for headers. Its timeout for a whole request would end uploads over slow lines.
 */
export const headerTimeouts = ({ headers }: RequestTimeouts) => ({
  headersTimeout: headers,
  connectionsCheckingInterval: Math.min(30_000, headers / 2),
})

/** Ends requests whose bodies stop arriving with 408, which closes the connection. */
export function boundSlowBodies(server: FastifyInstance, timeouts: RequestTimeouts): void {
  server.addHook('onRequest', (request, reply, done) => {
    if (hasBody(request)) watchBody(request, reply, timeouts)
    done()
  })
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

function watchBody(
  request: FastifyRequest,
  reply: FastifyReply,
  { idle, body }: RequestTimeouts,
): void {
  const { raw } = request
  const { socket } = raw
  const startedAt = performance.now()
  let [received, receivedAt] = [socket.bytesRead, startedAt]

  const isOver = () => raw.complete || raw.readableEnded || raw.destroyed
  const timer = setInterval(() => {
    if (isOver()) return clearInterval(timer)
    const now = performance.now()
    // If the buffer is full, the client is waiting for the server.
    const isOurTurn = raw.readableLength >= raw.readableHighWaterMark
    if (socket.bytesRead !== received || isOurTurn) {
      ;[received, receivedAt] = [socket.bytesRead, now]
    }
    const isBounded = reply.sent || !request.routeOptions.config.isStreamed
    if (now - receivedAt >= idle) expire(`nothing came for ${inSeconds(idle)}`)
    else if (isBounded && now - startedAt >= body) expire(`it took more than ${inSeconds(body)}`)
  }, idle / 4)
  timer.unref()
  raw.once('close', () => clearInterval(timer))
  // An injected request has no socket and may never close.
  reply.raw.once('finish', () => isOver() && clearInterval(timer))

  function expire(why: string): void {
    if (reply.sent) return void raw.destroy()
    // No one reads the body yet; the timeout is reported by a later check, once the handler does.
    if (raw.listenerCount('error') === 0) return
    clearInterval(timer)
    reply.header('connection', 'close')
    // The error stops the reader of the body. Destroying the request would also drop the response.
    raw.emit('error', new Failure('timeout', `The request did not arrive in time: ${why}.`))
  }
}

const inSeconds = (ms: number): string => (ms === 1000 ? '1 second' : `${ms / 1000} seconds`)
