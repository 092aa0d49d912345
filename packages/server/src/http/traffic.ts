import type { FastifyInstance } from 'fastify'

/** The number of requests: background work yields when it rises. */
export interface Traffic {
  /** Requests since the start, except those that only poll a job. */
  readonly count: number
}

/** Counts requests as they arrive. */
export function countTraffic(http: Pick<FastifyInstance, 'addHook'>): Traffic {
  let count = 0
  http.addHook('onRequest', (request, _reply, done) => {
    if (!request.url.includes('/jobs/')) count += 1
    done()
  })
  return {
    get count() {
      return count
    },
  }
}
