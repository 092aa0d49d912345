import { mkdirSync } from 'node:fs'
import type { Server } from 'node:http'
import { join } from 'node:path'
import { constants } from 'node:zlib'

import compress, { type FastifyCompressOptions } from '@fastify/compress'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyHttpOptions, type FastifyInstance } from 'fastify'

import { createAi } from './ai/ai.ts'
import type { App } from './app.ts'
import { type Clock, createClock } from './clock.ts'
import { createColumnIndexes } from './columns/column-indexes.ts'
import { openDatabase } from './database/open-database.ts'
import { lockDataDir } from './database/data-lock.ts'
import { createAdmission } from './http/admission.ts'
import { answerBadAddress, installErrorHandler } from './http/error-handler.ts'
import { prepareDrain } from './http/drain.ts'
import { installHeaders } from './http/headers.ts'
import { installJsonBodies } from './http/json-body.ts'
import { createResponseCache } from './http/response-cache.ts'
import { createLimits } from './http/limits.ts'
import { createVercel } from './hosting/vercel.ts'
import { createSafeAddresses, type SafeAddresses } from './http/safe-addresses.ts'
import { createSafeFetch } from './http/safe-fetch.ts'
import { createSafePost, type SafePost } from './http/safe-post.ts'
import { createRequestIds } from './http/request-ids.ts'
import { serveMetrics } from './http/metrics.ts'
import { mountRoutes } from './http/mount.ts'
import { loadRoutes } from './http/routes.ts'
import {
  boundSlowBodies,
  defaultTimeouts,
  headerTimeouts,
  type RequestTimeouts,
} from './http/slow-requests.ts'
import { serveDashboard } from './http/static-files.ts'
import { countTraffic } from './http/traffic.ts'
import type { StartThread } from './jobs/thread.ts'
import { startWorker } from './jobs/job-thread.ts'
import { createJobRunner } from './jobs/runner.ts'
import { createImages } from './images/images.ts'
import { startScheduler } from './jobs/scheduler.ts'
import { createMailer } from './mail/mailer.ts'
import { createBucketEvents } from './resources/events/bucket-events.ts'
import { createStripePayments } from './payments/stripe-payments.ts'
import { createTestPayments } from './payments/test-payments.ts'
import { serveOAuth } from './resources/assistants/serve-oauth.ts'
import { serveExtensionFiles } from './resources/extension-files/serve.ts'
import { servePreviewFrames } from './resources/preview-frames/serve.ts'
import { servePreviewScript } from './resources/preview-script/serve.ts'
import { createBucketSnapshots } from './resources/buckets/bucket-snapshots.ts'
import { createKeyUses } from './resources/buckets/key-uses.ts'
import { storeMetered } from './resources/plans/metered-usage.ts'
import { createMetering } from './resources/plans/metering.ts'
import { createProductExtensions } from './resources/marketplace/product-extensions.ts'
import { createPresence } from './resources/presence/presence.ts'
import { createPlanCache } from './bulk/plan-cache.ts'
import { createWebhookDeliveries } from './resources/webhooks/deliveries.ts'
import { createSessions } from './resources/users/sessions.ts'
import { assertDatabaseNotMissing } from './secrets/key-file.ts'
import { openSealer } from './secrets/secret-key.ts'
import { newToken } from './secrets/tokens.ts'
import { openFileStore } from './storage/open-file-store.ts'
import type { Settings } from './settings/settings.ts'

/** The extensions that ship with the product, one folder each. */
const EXTENSIONS = join(import.meta.dirname, '../../../extensions')

export interface TypecaseServer {
  readonly app: App
  /** The HTTP server; tests call it with `inject`. */
  readonly http: FastifyInstance
  /**
   * Stops accepting requests, waits for running requests and the current chunk of each job, then closes the database.
   */
  close(): Promise<void>
}

export interface ServerOptions {
  /** Folder of the built dashboard; without it, the server has no pages. */
  readonly dashboard?: string
  /** Prepares the HTTP server before our own routes are added; the dashboard's development server uses it. */
  readonly prepare?: (http: FastifyInstance) => Promise<void>
  /** Adds routes of other packages after our own. */
  readonly mount?: (http: FastifyInstance, app: App) => void
  /** The clock to use; tests pass one that they move by hand. */
  readonly clock?: Clock
  /** Folder of the product's extensions; tests may pass their own. */
  readonly extensions?: string
  /** Request timeouts; tests shorten them. */
  readonly timeouts?: Partial<RequestTimeouts>
  /** Starts the threads of jobs; tests may run jobs in their own thread. */
  readonly startThread?: StartThread
  /** Posts webhooks; tests replace it so that they reach no other machine. */
  readonly safePost?: SafePost
  /** The addresses that the server may connect to; tests treat addresses of this machine as public. */
  readonly addresses?: SafeAddresses
}

/**
 * Creates a server on its data folder. It does not listen yet.
 * @throws when another server holds the folder or the database cannot be used
 */
export async function createServer(
  settings: Settings,
  options: ServerOptions = {},
): Promise<TypecaseServer> {
  const unlock = openDataDir(settings)
  const db = await openDatabase(settings)
  const sealer = await openSealer(db.read, settings)
  const clock = options.clock ?? createClock(settings.CLOCK)
  const timeouts = { ...defaultTimeouts, ...options.timeouts }
  const http = Fastify(httpOptions(settings, timeouts))
  const events = createBucketEvents(db)
  const { addresses = createSafeAddresses({ networks: settings.REACHABLE_NETWORKS }) } = options
  const webhooks = createWebhookDeliveries()
  const app: App = {
    settings,
    clock,
    db,
    log: http.log,
    sealer,
    sessions: createSessions(db, clock, http.log),
    limits: createLimits(settings, clock, db),
    admission: createAdmission(settings, clock),
    columns: createColumnIndexes(settings.INDEX_MEMORY, http.log),
    planCache: createPlanCache(),
    responseCache: createResponseCache(settings, db),
    buckets: createBucketSnapshots(db),
    store: openFileStore(settings),
    images: createImages(settings),
    safeFetch: createSafeFetch(addresses),
    safePost: options.safePost ?? createSafePost(addresses),
    ai: createAi(settings),
    vercel: createVercel(settings, clock),
    // Test payments charge no one.
    payments:
      settings.STRIPE_SECRET_KEY === undefined
        ? createTestPayments(db, clock)
        : createStripePayments(settings, settings.STRIPE_SECRET_KEY, clock),
    mailer: createMailer(settings, clock, http.log),
    events,
    presence: createPresence({ clock, events, messages: db.messages }),
    jobs: createJobRunner(),
    startThread: options.startThread ?? startWorker,
    webhooks,
    traffic: countTraffic(http),
    metering: createMetering(settings),
    keyUses: createKeyUses({ db, clock, log: http.log }),
    productExtensions: createProductExtensions(options.extensions ?? EXTENSIONS, http.log),
    internalSecret: newToken(),
  }

  if (db.rolledBack > 0)
    http.log.warn('The last server stopped during a large change, which was rolled back.')
  const drain = prepareDrain(http)
  // Fastify runs hooks for unknown paths only if they were added before the not-found handler.
  await options.prepare?.(http)
  installErrorHandler(http)
  installJsonBodies(http)
  installHeaders(http, settings)
  boundSlowBodies(http, timeouts)
  await http.register(compress, compression)
  await http.register(multipart)
  // Upload handlers read these bodies themselves.
  http.addContentTypeParser('application/offset+octet-stream', (_request, _body, done) =>
    done(null),
  )
  if (settings.METRICS === 'on') await serveMetrics(http, app)
  mountRoutes(http, app, await loadRoutes(app))
  serveOAuth(http, app)
  serveExtensionFiles(http, app)
  servePreviewFrames(http, app)
  servePreviewScript(http, app, options.dashboard)
  options.mount?.(http, app)
  if (options.dashboard) await serveDashboard(http, options.dashboard, settings.PLUGINS_DIR)
  app.jobs.start(app)
  webhooks.start(app)
  const scheduler = startScheduler(app)

  return {
    app,
    http,
    async close() {
      app.events.close()
      app.presence.close()
      await drain()
      await scheduler.stop()
      await storeMetered(app).catch((reason: unknown) =>
        app.log.warn({ err: reason }, 'usage of the last minute was not stored'),
      )
      await app.keyUses.close()
      await app.jobs.stop()
      await webhooks.stop()
      await app.mailer.close()
      app.images.processes.close()
      app.store.close()
      await db.close()
      unlock()
    },
  }
}

/** Opens the data folder; with SQLite, only one server may use it. @returns a function that releases the folder */
function openDataDir({ DATA_DIR, DATABASE_URL }: Settings): () => void {
  if (DATABASE_URL !== undefined) {
    mkdirSync(DATA_DIR, { recursive: true, mode: 0o700 })
    return () => {}
  }
  const unlock = lockDataDir(DATA_DIR)
  assertDatabaseNotMissing(DATA_DIR)
  return unlock
}

/** Responses are compressed while a client waits: fast settings take a tenth of the time for a few more bytes. */
const compression = {
  global: true,
  threshold: 1400,
  encodings: ['br', 'gzip'],
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } },
  zlibOptions: { level: 4 },
} satisfies FastifyCompressOptions

function noSchemas(): never {
  throw new Error('Routes have no schemas of Fastify’s: endpoints are declared in the contract.')
}

function httpOptions(settings: Settings, timeouts: RequestTimeouts): FastifyHttpOptions<Server> {
  return {
    logger:
      settings.LOG_LEVEL === 'silent'
        ? false
        : {
            level: settings.LOG_LEVEL,
            redact: ['req.headers.authorization', 'req.headers.cookie', '*.password', '*.token'],
            serializers: {
              // Some clients send keys and codes in the address, so the log contains only the path.
              req: (request) => ({
                method: request.method,
                path: request.url?.split('?', 1)[0],
                ip: request.ip,
              }),
            },
          },
    genReqId: createRequestIds(),
    frameworkErrors: answerBadAddress,
    bodyLimit: 1_048_576,
    trustProxy: settings.TRUSTED_PROXIES?.split(',').map((proxy) => proxy.trim()) ?? false,
    http: headerTimeouts(timeouts),
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 512 },
    // The contract's schemas validate the input; Fastify's compilers would only slow down the start.
    schemaController: {
      compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas },
    },
  }
}
