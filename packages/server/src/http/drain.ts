import type { Socket } from 'node:net'

import type { FastifyInstance } from 'fastify'

import { DRAIN_TIMEOUT_MS } from '../limits.ts'

/**
 * Watches a server's connections, so that closing it waits only for running requests. Browsers open spare connections,
 * and Node.js counts a connection as idle only after its first request.
 * @returns a function that closes the server
 */
export function prepareDrain(http: FastifyInstance): () => Promise<void> {
  const unused = new Set<Socket>()
  http.server.on('connection', (socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  http.server.on('request', ({ socket }) => unused.delete(socket))

  return async () => {
    const closed = http.close()
    for (const socket of unused) socket.destroy()
    const deadline = setTimeout(() => http.server.closeAllConnections(), DRAIN_TIMEOUT_MS)
    await closed.finally(() => clearTimeout(deadline))
  }
}
