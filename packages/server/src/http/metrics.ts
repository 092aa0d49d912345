import type { FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'

import type { App } from '../app.ts'
import { countWaiting } from '../resources/webhooks/delivery-store.ts'
import type { FairQueue } from './fair-queue.ts'

/** Bounds of the histogram in seconds: cached responses take less than the first, slow lists more than the last. */
const SECONDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/**
 * Serves `/metrics` in the text format of Prometheus: requests, queues, jobs, indexes and the process itself. Labels
 * contain route patterns, never ids or keys.
 * @see https://prometheus.io/docs/instrumenting/exposition_formats/
 */
export async function serveMetrics(http: FastifyInstance, app: App): Promise<void> {
  // Loaded here, since most servers have no metrics.
  const prometheus = await import('prom-client')
  const registry = new prometheus.Registry()
  prometheus.collectDefaultMetrics({ register: registry })

  const duration = new prometheus.Histogram({
    name: 'typecase_http_request_duration_seconds',
    help: 'Time from a request to the end of its answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers: [registry],
  })
  http.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    // Event streams are excluded, since they last as long as the page is open.
    if (!request.raw.headers.accept?.includes('text/event-stream')) {
      const labels = { method: request.method, route, status: String(reply.statusCode) }
      duration.observe(labels, reply.elapsedTime / 1000)
    }
    done()
  })

  gauge('typecase_queue_running', 'Running tasks of a queue.', ['queue'], (set) => {
    for (const [queue, { running }] of queuesOf(app)) set({ queue }, running)
  })
  gauge('typecase_queue_waiting', 'Waiting tasks of a queue.', ['queue'], (set) => {
    for (const [queue, { waiting }] of queuesOf(app)) set({ queue }, waiting)
  })
  gauge('typecase_jobs', 'Jobs that are not over, by status.', ['status'], async (set) => {
    const { queued, running } = await app.jobs.count()
    set({ status: 'queued' }, queued)
    set({ status: 'running' }, running)
  })
  gauge(
    'typecase_webhook_deliveries',
    'Deliveries of webhooks that wait for their first or next attempt, and requests that this process has under way.',
    ['state'],
    async (set) => {
      set({ state: 'waiting' }, await countWaiting(app.db.read))
      set({ state: 'running' }, app.webhooks.running)
    },
  )
  gauge('typecase_column_index_bytes', 'Memory of the column indexes.', [], (set) =>
    set({}, app.columns.bytes),
  )
  gauge('typecase_column_indexes', 'Column indexes in memory.', [], (set) =>
    set({}, app.columns.count),
  )
  gauge(
    'typecase_column_indexes_dropped_total',
    'Column indexes that were dropped for want of memory (INDEX_MEMORY).',
    [],
    (set) => set({}, app.columns.dropped),
  )
  http.get('/metrics', async (_request, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  )

  function gauge(
    name: string,
    help: string,
    labelNames: string[],
    collect: (set: (labels: Record<string, string>, value: number) => void) => unknown,
  ): void {
    const metric = new prometheus.Gauge({
      name,
      help,
      labelNames,
      registers: [registry] as Registry[],
      async collect() {
        await collect((labels, value) => metric.set(labels, value))
      },
    })
  }
}

function queuesOf({ admission }: App): [string, FairQueue][] {
  return [
    ['anonymous', admission.anonymousWork],
    ['content', admission.contentReads],
    ['long_reads', admission.longReads],
    ['streams', admission.streamsOfSession],
  ]
}
