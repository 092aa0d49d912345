import autocannon from 'autocannon'
import Fastify from 'fastify'

export interface Load {
  requestsPerSecond: number
  p99: number
  errors: number
}

const CONNECTIONS = 10
const SECONDS = 4

/** Loads one address with ten connections for some seconds. */
export async function load(
  options: Omit<autocannon.Options, 'connections' | 'duration'>,
): Promise<Load> {
  const result = await autocannon({ ...options, connections: CONNECTIONS, duration: SECONDS })
  return {
    requestsPerSecond: result.requests.average,
    p99: result.latency.p99,
    errors: result.non2xx + result.errors,
  }
}

/** Measures the rate of a bare route that sends the same bytes on this machine. All shares refer to it. */
export async function bareLoad(body: string): Promise<number> {
  const server = Fastify()
  server.get('/', (_request, reply) => reply.type('application/json; charset=utf-8').send(body))
  const url = await server.listen({ port: 0, host: '127.0.0.1' })
  const { requestsPerSecond } = await load({ url })
  await server.close()
  return requestsPerSecond
}
