import type { Endpoint } from '@typecase/contract/endpoint'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import type { App } from '../app.ts'
import { createReadAnswers } from '../content-api/answer-reads.ts'
import { allowEveryOrigin, answerPreflights } from '../content-api/cors.ts'
import { principalOf } from './authenticate.ts'
import { Failure, unauthenticated } from './failure.ts'
import type { Call, Route } from './handle.ts'
import { createIdempotency } from './idempotency.ts'
import { assertShallow } from './json-depth.ts'
import { readQueryString } from './query-string.ts'
import { validate } from './validate.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** What this server answers: the source of its OpenAPI document. */
    mountedEndpoints: readonly Endpoint[]
  }
}

/** Paths that an endpoint answers on: the dashboard's calls live under `/v3/admin` and `/v3`. */
export function pathsOf({ base = 'dashboard', path }: Endpoint): string[] {
  if (base === 'origin') return [path]
  if (base === 'content') return [`/v3/buckets/:slug${path}`]
  return [`/v3/admin${path}`, `/v3${path}`]
}

/** Puts every route on the server: sign-in, parsing and checks in front of its handler. */
export function mountRoutes(server: FastifyInstance, app: App, routes: Route[]): void {
  const idempotency = createIdempotency(app.db, app.clock, app.sealer)
  const answerRead = createReadAnswers(app)
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
        url,
        ...(endpoint.bodyLimit && { bodyLimit: endpoint.bodyLimit }),
        ...(endpoint.isMultipart && { config: { isStreamed: true } }),
        // Hooks that would find nothing to do: these answers are kept as they are encoded, and nothing is sent to a GET.
        ...(endpoint.auth === 'read' && { compress: false }),
        ...(endpoint.method === 'GET' && { decompress: false }),
        handler: (request, reply) => answer(route, request, reply),
      })
    }
  }

  async function answer(
    { endpoint, handler }: Route,
    request: FastifyRequest,
    reply: FastifyReply,
  ) {
    // Before anything can fail: pages must be able to read the failure as well.
    if (endpoint.auth === 'read') allowEveryOrigin(reply)
    const principal = await principalOf(app, endpoint, request)
    const callOf = (): Call<Endpoint> => ({
      principal,
      ...readInput(endpoint, request),
      ip: request.ip,
      request,
      reply,
    })
    if (endpoint.auth === 'read' && principal.kind === 'key') {
      return answerRead(principal, request, reply, async () => handler(callOf()))
    }
    if (endpoint.auth === 'user' && principal.kind !== 'user') throw unauthenticated()

    const call = callOf()
    // Callers without a name cannot be told apart, and what sign-in and sign-up answer is kept nowhere.
    const isKept =
      principal.kind !== 'anonymous' &&
      !endpoint.isMultipart &&
      !endpoint.isRepeatable &&
      !isDryRun(request.body)
    const claim = isKept ? await idempotency.claim(request, principal) : undefined
    if (claim?.kept) {
      return reply
        .code(claim.kept.status)
        .type('application/json; charset=utf-8')
        .send(claim.kept.body)
    }
    reply.code(endpoint.status ?? 200)
    try {
      const result = await handler(call)
      if (result === reply) {
        await claim?.release?.()
        return reply
      }
      if (claim?.keep) await claim.keep({ status: reply.statusCode, body: JSON.stringify(result) })
      return result
    } catch (reason) {
      await claim?.release?.()
      throw reason
    }
  }
}

function readInput(endpoint: Endpoint, request: FastifyRequest) {
  return {
    params: endpoint.params && validate(endpoint.params, request.params),
    query:
      endpoint.query &&
      validate(endpoint.query, readQueryString(endpoint.query, renamed(endpoint, request.query))),
    body: endpoint.body && !endpoint.isMultipart ? readBody(endpoint, request) : undefined,
    ifMatch: readIfMatch(request),
  }
}

function readBody(endpoint: Endpoint, request: FastifyRequest): unknown {
  const body = request.body ?? {}
  assertShallow(body)
  return endpoint.body && validate(endpoint.body, renamed(endpoint, body))
}

/** Replaces the other names that clients use by the contract's. */
function renamed({ aliases }: Endpoint, value: unknown): Record<string, unknown> {
  // Arrays and scalars pass unchanged: validation says what is wrong with them.
  if (!aliases || typeof value !== 'object' || value === null || Array.isArray(value)) {
    return value as Record<string, unknown>
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => {
      // An own key: `constructor` is no alias, though every object has one.
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

/** It changes nothing, so that there is nothing to do twice. */
function isDryRun(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'dry_run' in body && body.dry_run === true
}
