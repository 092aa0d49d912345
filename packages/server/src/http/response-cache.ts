import { createHash } from 'node:crypto'

import type { FastifyReply, FastifyRequest } from 'fastify'

import { RESPONSE_CACHE_BYTES } from '../limits.ts'
import manifest from '../../../../package.json' with { type: 'json' }
import { createBoundedCache } from '../bounded-cache.ts'
import type { Database } from '../database/database.ts'
import type { Settings } from '../settings/settings.ts'
import { writeJson } from './json-text.ts'
import { encode, type EncodedBody, encodingFor } from './response-encoding.ts'

/** A response in the form that was sent. */
interface CachedResponse extends EncodedBody {
  /** The bucket's version when the response was computed. */
  readonly version: number
}

/** The cache key of a response. The request itself must have read the version. */
export interface CacheScope {
  readonly bucketId: string
  readonly version: number
  /** Distinguishes callers who get different responses at the same address. */
  readonly reader: string
  /** Whether the client's caches may store the response and revalidate it. */
  readonly mayBeStored: boolean
  /** Concurrent misses for the same response share a query only within one holder. */
  readonly holder: string
}

/** Answers a read of one bucket with the cached response or with the result of `compute`. */
export type ResponseCache = (
  scope: CacheScope,
  request: FastifyRequest,
  reply: FastifyReply,
  compute: () => Promise<unknown>,
) => Promise<FastifyReply>

/**
 * Caches reads of the content API and the dashboard's lists. A response depends only on its bucket and the bucket's
 * version, so a cached response with the current version is valid: no response from before a change, a new key or a new
 * name is ever sent.
 */
export function createResponseCache(
  { PUBLIC_URL }: Pick<Settings, 'PUBLIC_URL'>,
  { epoch }: Pick<Database, 'epoch'>,
): ResponseCache {
  const cache = createBoundedCache<CachedResponse>(RESPONSE_CACHE_BYTES)
  /** Responses that are being computed. */
  const pending = new Map<string, Promise<CachedResponse>>()
  /** Responses also depend on these values, which a restart may change while the bucket stays the same. */
  const build = createHash('sha256')
    .update(`${manifest.version} ${PUBLIC_URL} ${epoch}`)
    .digest('base64url')
    .slice(0, 8)

  return async (scope, request, reply, compute) => {
    const { bucketId, version, reader } = scope
    const tag = `W/"${bucketId}.${version}.${reader}.${build}"`
    const isRepeatable = !changesByItself(request) && !isPreview(request)
    if (isRepeatable && names(request.headers['if-none-match'], tag)) {
      // A bad request has no valid response to compare with; clients only hold tags of successful responses.
      return describe(reply, tag, scope).code(304).send()
    }
    const encoding = encodingFor(request.headers['accept-encoding'])
    const key = `${bucketId} ${reader} ${encoding ?? ''} ${request.url}`
    const cached = isRepeatable ? cache.get(key) : undefined
    if (cached?.version === version) return send(describe(reply, tag, scope), cached)

    const answerNow = async (): Promise<CachedResponse> => {
      const text = writeJson(await compute(), isPretty(request))
      return { version, ...(await encode(text, encoding)) }
    }
    if (!isRepeatable) return send(reply, await answerNow())
    const flight = `${version} ${scope.holder} ${key}`
    // The other computation may fail, or its client may leave; this request then computes its own response.
    const other = pending.get(flight)
    const equal = other && (await other.catch(() => undefined))
    if (equal) return send(describe(reply, tag, scope), equal)
    const answering = answerNow()
    if (!pending.has(flight)) {
      pending.set(flight, answering)
      const forget = () => void pending.delete(flight)
      void answering.then(forget, forget)
    }
    const answer = await answering
    // A slow request must not replace the result of a later one that has read a newer version.
    if ((cache.get(key)?.version ?? 0) <= version) cache.set(key, answer, sizeOf(answer))
    return send(describe(reply, tag, scope), answer)
  }
}

const sizeOf = ({ body }: CachedResponse): number =>
  typeof body === 'string' ? 2 * body.length : body.length

function describe(reply: FastifyReply, tag: string, { mayBeStored }: CacheScope): FastifyReply {
  reply.header('etag', tag)
  if (!mayBeStored) return reply
  return reply
    .header('cache-control', 'private, no-cache')
    .header('vary', 'Authorization, Accept-Encoding')
}

function send(reply: FastifyReply, { body, encoding }: EncodedBody): FastifyReply {
  if (encoding) reply.header('content-encoding', encoding)
  return reply.type('application/json; charset=utf-8').send(body)
}

function names(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false
  // Compare weakly, because proxies add and remove the `W/` prefix.
  const strongTag = (one: string) => one.trim().replace(/^W\//, '')
  return header.split(',').some((one) => strongTag(one) === strongTag(tag))
}

const parameter = ({ query }: FastifyRequest, name: string): unknown =>
  (query as Record<string, unknown>)[name]

const isPretty = (request: FastifyRequest): boolean => parameter(request, 'pretty') === 'true'

/** Whether a response is for editors only, because it holds sources or unpublished content. It is never cached. */
const isPreview = (request: FastifyRequest): boolean =>
  parameter(request, 'source') === 'true' ||
  ['release', 'at', 'revision'].some((name) => parameter(request, name) !== undefined)

/**
 * Whether a response can change while the bucket does not: random order, and relative days such as `$start`, including
 * those in the query's JSON.
 */
const changesByItself = (request: FastifyRequest): boolean =>
  [parameter(request, 'sort'), parameter(request, 'query')].some((text) =>
    /random|\$start|\$end/.test(String(text)),
  )
