import type { FastifyInstance } from 'fastify'

/** The server's load of requests: background work makes way for them. */
export interface Traffic {
  /** Requests so far, except for those that only follow a job. */
  readonly count: number
}

/** Counts requests as they come in. */
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
