import { type Endpoint, isOfUser } from '@typecase/contract/endpoint'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { MAX_ANONYMOUS_BODY_BYTES } from '../limits.ts'
import type { App } from '../app.ts'
import { allowEveryOrigin, answerPreflights } from '../content-api/cors.ts'
import { signedOn } from '../resources/media/media-url.ts'
import { principalOf } from './authenticate.ts'
import { Failure, unauthenticated } from './failure.ts'
import type { Call, Commit, InTurn, Route } from './handle.ts'
import { type Claim, createIdempotency, type StoredResponse } from './idempotency.ts'
import { inputOf, isRecord } from './input-forms.ts'
import { assertBounded } from './json-bounds.ts'
import { ipKey } from './limits-keys.ts'
import type { KeyPrincipal, Principal } from './principal.ts'
import { readQueryString } from './query-string.ts'
import { buildSchemas, validate } from './validate.ts'
import { clientDisconnectSignal } from './client-disconnect.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The endpoints of this server, from which it generates its OpenAPI document. */
    mountedEndpoints: readonly Endpoint[]
  }
}

/** Returns the paths of an endpoint: the dashboard's calls have one under `/v3/admin` and one under `/v3`. */
export function pathsOf({ base = 'dashboard', path }: Endpoint): string[] {
  if (base === 'origin') return [path]
  if (base === 'content') return [`/v3/buckets/:slug${path}`]
  return [`/v3/admin${path}`, `/v3${path}`]
}

/**
 * Matches an id, or a mistyped id, which validation then reports. A plain word is the name of a call that does not
 * exist.
 */
const NOT_A_NAME = '^(?:[0-9a-f]{24}|.{1,2}|.*[^A-Za-z-].*)$'

/** Mounts every route: authentication, parsing and validation run before its handler. */
export function mountRoutes(server: FastifyInstance, app: App, routes: Route[]): void {
  const idempotency = createIdempotency(app.db, app.clock, app.sealer)
  answerPreflights(server)
  server.decorate(
    'mountedEndpoints',
    routes.map(({ endpoint }) => endpoint),
  )
  for (const route of routes) {
    const { endpoint } = route
    for (const url of pathsOf(endpoint)) {
      server.route({
        method: endpoint.method,
        url: url.replaceAll(/:(id|project_id)\b/g, `$&(${NOT_A_NAME})`),
        ...bodyLimitOf(endpoint),
        ...((endpoint.isMultipart || endpoint.isStreamed) && { config: { isStreamed: true } }),
        ...(endpoint.isRaw && { config: { isRaw: true } }),
        // Callers without access are refused before their body is read.
        ...(endpoint.method !== 'GET' && {
          onRequest: async (request) => void (await identify(endpoint, request)),
        }),
        // Skip hooks that have nothing to do: these responses are cached in encoded form, and a GET has no body.
        ...((endpoint.auth === 'read' || endpoint.file?.includes('*/*')) && { compress: false }),
        ...(endpoint.method === 'GET' && { decompress: false }),
        handler: (request, reply) => answer(route, request, reply),
      })
    }
  }

  /**
   * Authenticates and admits the caller. Requests count towards the rate of their key, or of their address if they have
   * no valid session or key.
   */
  async function identify(endpoint: Endpoint, request: FastifyRequest): Promise<Principal> {
    let principal: Principal
    try {
      principal = await authorize(endpoint, request)
    } catch (reason) {
      app.admission.anonymousRate(request.ip)
      throw reason
    }
    if (principal.kind === 'key') app.admission.contentRate(request.ip, keyOf(principal))
    else if (isAnonymous(endpoint, principal)) app.admission.anonymousRate(request.ip)
    return principal
  }

  async function authorize(endpoint: Endpoint, request: FastifyRequest): Promise<Principal> {
    const principal = await principalOf(app, endpoint, request)
    if (isOfUser(endpoint) && principal.kind !== 'user') throw unauthenticated()
    return principal
  }

  async function answer(route: Route, request: FastifyRequest, reply: FastifyReply) {
    const { endpoint } = route
    // Set this before anything can fail, so that pages can read the error as well.
    if (endpoint.auth === 'read') allowEveryOrigin(reply)
    // A session may have expired while the body arrived. `identify` has counted the request already.
    const principal = await (endpoint.method === 'GET' ? identify : authorize)(endpoint, request)
    if (endpoint.auth === 'read' && principal.kind === 'key' && !endpoint.isEventStream) {
      return answerContent(route, principal, request, reply)
    }
    if (principal.kind === 'key')
      app.metering.addAnswer(reply, principal.bucketId, () => 'api_non_cached', 'api_bandwidth')
    if (isAnonymous(endpoint, principal)) {
      return app.admission.anonymousWork.run(ipKey(request.ip), clientDisconnectSignal(reply), () =>
        answerCall(route, principal, request, reply),
      )
    }
    return answerCall(route, principal, request, reply)
  }

  function answerContent(
    { endpoint, handler }: Route,
    principal: KeyPrincipal,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const { bucketId, version, readsDrafts, link, mediaIsPrivate, holder } = principal
    // The same address may come with another key in its header, and that key may have other rights.
    const reads = link === undefined ? (readsDrafts ? 'drafts' : 'published') : `link ${link}`
    const reader = mediaIsPrivate ? `${reads} ${signedOn(app.clock)}` : reads
    const scope = { bucketId, version, reader, mayBeStored: true, holder }
    let isCached = true
    const meter = () => (isCached ? 'api_cached' : 'api_non_cached')
    app.metering.addAnswer(reply, bucketId, meter, 'api_bandwidth')
    return app.responseCache(scope, request, reply, async () => {
      isCached = false
      await buildSchemas(endpoint)
      const call = callOf(endpoint, principal, request, reply)
      const leave = await app.admission.contentReads.enter(holder, call.signal)
      // The response takes memory until the client has read it.
      reply.raw.once('close', leave)
      return handler(call)
    })
  }

  function callOf(
    endpoint: Endpoint,
    principal: Principal,
    request: FastifyRequest,
    reply: FastifyReply,
    commit: Commit = app.db.write,
  ): Call<Endpoint> {
    const input = readInput(endpoint, request)
    const lane = laneOf(principal, input)
    const inTurn: InTurn = (work) => app.admission.longReads.run(lane, call.signal, work)
    let signal: AbortSignal | undefined
    const call: Call<Endpoint> = {
      principal,
      ...input,
      ip: request.ip,
      request,
      reply,
      commit,
      inTurn,
      get signal() {
        return (signal ??= clientDisconnectSignal(reply))
      },
    }
    return call
  }

  async function answerCall(
    { endpoint, handler }: Route,
    principal: Principal,
    request: FastifyRequest,
    reply: FastifyReply,
  ) {
    let claim: Claim | undefined
    const commit: Commit = (work, scope, status) => {
      if (status !== undefined) reply.code(status)
      return app.db.write(async (write) => {
        const result = await work(write)
        await claim?.keep(write, { status: reply.statusCode, body: JSON.stringify(result) })
        return result
      }, scope)
    }
    await buildSchemas(endpoint)
    const call = callOf(endpoint, principal, request, reply, commit)
    // Anonymous callers cannot be distinguished, and responses to sign-in and sign-up must never be stored.
    const mayKeep =
      principal.kind !== 'anonymous' &&
      !endpoint.isMultipart &&
      !endpoint.isStreamed &&
      !endpoint.isRepeatable &&
      !isDryRun(request.body)
    const outcome = mayKeep ? await idempotency.claim(request, principal) : undefined
    if (outcome && 'response' in outcome) return sendStored(reply, outcome.response)
    claim = outcome?.claim
    reply.code(endpoint.status ?? 200)
    try {
      return await handler(call)
    } catch (reason) {
      const stored = await claim?.storedResponse()
      if (stored) return sendStored(reply, stored)
      throw reason
    } finally {
      claim?.release()
    }
  }
}

const keyOf = ({ bucketId, access }: KeyPrincipal): string => `${bucketId} ${access}`

const sendStored = (reply: FastifyReply, { status, body }: StoredResponse): FastifyReply =>
  reply.code(status).type('application/json; charset=utf-8').send(body)

/**
 * Whether a call counts towards the rate of its address, because it has neither a session nor a key. Reads at the
 * origin do not count: probes and files cost one lookup, and costlier reads have their own limits (`imageRate`,
 * `extensionRate`, `fileReads`).
 */
const isAnonymous = ({ base, method }: Endpoint, { kind }: Principal): boolean =>
  kind === 'anonymous' && (base !== 'origin' || method !== 'GET')

function bodyLimitOf({ auth, bodyLimit }: Endpoint): { bodyLimit?: number } {
  if (bodyLimit !== undefined) return { bodyLimit }
  return auth === 'none' || auth === 'optional' ? { bodyLimit: MAX_ANONYMOUS_BODY_BYTES } : {}
}

/** Returns the queue lane of a request: one for readers of a bucket with its keys, one for users who edit it. */
function laneOf(principal: Principal, { query, body }: ReturnType<typeof readInput>): string {
  if (principal.kind === 'key') return `key ${principal.bucketId}`
  const { slug } = (query ?? body ?? {}) as { slug?: string }
  return slug ?? (principal.kind === 'user' ? principal.userId : '')
}

function readInput(endpoint: Endpoint, request: FastifyRequest) {
  const sent = request.query as Record<string, unknown>
  const { query, body } = inputOf(endpoint, sent, request.body ?? {})
  return {
    params: endpoint.params && validate(endpoint.params, request.params),
    query:
      endpoint.query &&
      validate(endpoint.query, readQueryString(endpoint.query, renameAliases(endpoint, query))),
    body: endpoint.body && !endpoint.isMultipart ? readBody(endpoint, body) : undefined,
    ifMatch: readIfMatch(request),
  }
}

function readBody(endpoint: Endpoint, body: unknown): unknown {
  assertBounded(body)
  return (
    endpoint.body &&
    validate(endpoint.body, renameAliases(endpoint, unwrapBody(endpoint, body)), endpoint.missing)
  )
}

/** Returns the body with the fields of its `data` moved to the top level, for calls that accept both forms. */
function unwrapBody({ mayWrapBody }: Endpoint, body: unknown): unknown {
  if (!mayWrapBody || !isRecord(body) || !isRecord(body['data'])) return body
  const { data, ...others } = body
  return { ...others, ...data }
}

/** Replaces aliases that clients use with the names of the contract. */
function renameAliases({ aliases }: Endpoint, value: unknown): Record<string, unknown> {
  // Arrays and scalars pass unchanged: validation reports them.
  if (!aliases || !isRecord(value)) return value as Record<string, unknown>
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => {
      // Only own keys: every object inherits `constructor`, which is no alias.
      const name = Object.hasOwn(aliases, key) ? aliases[key] : undefined
      return [name !== undefined && !Object.hasOwn(value, name) ? name : key, entry]
    }),
  )
}

function readIfMatch(request: FastifyRequest): number | undefined {
  const header = request.headers['if-match']
  if (header === undefined || header === '*') return undefined
  const rev = Number(/^(?:W\/)?"?(\d{1,15})"?$/.exec(header)?.[1] ?? Number.NaN)
  if (Number.isNaN(rev))
    throw new Failure('invalid', 'If-Match must be a rev in quotes, such as "7"')
  return rev
}

/** Whether a call is a dry run. It changes nothing, so repeating it is harmless. */
function isDryRun(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'dry_run' in body && body.dry_run === true
}
