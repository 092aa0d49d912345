import { createHash } from 'node:crypto'

import type { FastifyReply, FastifyRequest } from 'fastify'

import { RESPONSE_CACHE_BYTES } from '../limits.ts'
import manifest from '../../../../package.json' with { type: 'json' }
import { createBoundedCache } from '../bounded-cache.ts'
import type { Database } from '../database/database.ts'
import type { Settings } from '../settings/settings.ts'
import { writeJson } from './json-text.ts'
import { encode, type Encoded, encodingFor } from './response-encoding.ts'

/** A response as it left the server. */
interface CachedResponse extends Encoded {
  /** The bucket's version that it was read under. */
  readonly version: number
}

/** The cache key of a response: a bucket at a version that this very request has read. */
export interface CacheScope {
  readonly bucketId: string
  readonly version: number
  /** Tells apart callers who get other answers at the same address. */
  readonly reader: string
  /** Whether caches of the client may keep the answer, to ask whether it is still true. */
  readonly mayBeStored: boolean
  /** Equal misses of one holder share a query. Misses of others never wait for it. */
  readonly holder: string
}

/** Answers a read of one bucket: with the cached response, or with what `compute` finds. */
export type ResponseCache = (
  scope: CacheScope,
  request: FastifyRequest,
  reply: FastifyReply,
  compute: () => Promise<unknown>,
) => Promise<FastifyReply>

/**
 * Caches reads of the content API and the dashboard's lists. Their content depends on one bucket and its version, so a
 * response cached under that version is valid: none from before a change, a new key or a new name is ever sent.
 */
export function createResponseCache(
  { PUBLIC_URL }: Pick<Settings, 'PUBLIC_URL'>,
  { epoch }: Pick<Database, 'epoch'>,
): ResponseCache {
  const cache = createBoundedCache<CachedResponse>(RESPONSE_CACHE_BYTES)
  /** Answers that are being computed. */
  const pending = new Map<string, Promise<CachedResponse>>()
  /** Answers also depend on these; a restart may change them while the bucket stays. */
  const build = createHash('sha256')
    .update(`${manifest.version} ${PUBLIC_URL} ${epoch}`)
    .digest('base64url')
    .slice(0, 8)

  return async (scope, request, reply, compute) => {
    const { bucketId, version, reader } = scope
    const tag = `W/"${bucketId}.${version}.${reader}.${build}"`
    const isRepeatable = !changesByItself(request) && !isPreview(request)
    if (isRepeatable && names(request.headers['if-none-match'], tag)) {
      // A bad request has no answer that could be unchanged; clients only hold tags of good ones.
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
    // One that fails, or whose client goes away, says nothing about this one.
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
    // A slow reader must not replace a later one's result under a newer version.
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

function send(reply: FastifyReply, { body, encoding }: Encoded): FastifyReply {
  if (encoding) reply.header('content-encoding', encoding)
  return reply.type('application/json; charset=utf-8').send(body)
}

function names(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false
  // Weak comparison: proxies drop or add the mark.
  const bare = (one: string) => one.trim().replace(/^W\//, '')
  return header.split(',').some((one) => bare(one) === bare(tag))
}

const parameter = ({ query }: FastifyRequest, name: string): unknown =>
  (query as Record<string, unknown>)[name]

const isPretty = (request: FastifyRequest): boolean => parameter(request, 'pretty') === 'true'

/** Answers with sources, and those with what is not public yet, are for editors alone: no cache holds them. */
const isPreview = (request: FastifyRequest): boolean =>
  parameter(request, 'source') === 'true' ||
  ['release', 'at', 'revision'].some((name) => parameter(request, name) !== undefined)

/**
 * Whether a response can change although the bucket does not: random order, and relative days such as `$start`, also
 * within the query's JSON.
 */
const changesByItself = (request: FastifyRequest): boolean =>
  [parameter(request, 'sort'), parameter(request, 'query')].some((text) =>
    /random|\$start|\$end/.test(String(text)),
  )
