import { createHash } from 'node:crypto'

import type { FastifyReply, FastifyRequest } from 'fastify'

import manifest from '../../package.json' with { type: 'json' }
import type { App } from '../app.ts'
import type { Principal } from '../http/principal.ts'
import { createAnswerCache, type KeptAnswer } from './answer-cache.ts'
import { encode, encodingFor } from './answer-encoding.ts'

type KeyPrincipal = Extract<Principal, { kind: 'key' }>

/**
 * Answers the reads of the content API. Everything they show is of one bucket and its version, which was read from the
 * database with this very request's key, so an answer kept under that version is the answer: a changed, deleted or
 * renamed bucket or a new key can never be answered from before.
 */
export function createReadAnswers({ settings }: Pick<App, 'settings'>) {
  const cache = createAnswerCache()
  /** Answers also hang on these; a restart may change them while the bucket stays. */
  const build = createHash('sha256')
    .update(`${manifest.version} ${settings.PUBLIC_URL}`)
    .digest('base64url')
    .slice(0, 8)

  return async function answerRead(
    { bucketId, version, readsDrafts }: KeyPrincipal,
    request: FastifyRequest,
    reply: FastifyReply,
    compute: () => Promise<unknown>,
  ): Promise<FastifyReply> {
    // The same address may come with another key in its header: what one of them may read, the other may not.
    const reads = readsDrafts ? 'drafts' : 'published'
    const tag = `W/"${bucketId}.${version}.${reads}.${build}"`
    const isRepeatable = !isRandom(request)
    if (isRepeatable && names(request.headers['if-none-match'], tag)) {
      // A bad request has no answer that could be unchanged; clients only hold tags of good ones.
      return describe(reply, tag).code(304).send()
    }
    const wanted = encodingFor(request.headers['accept-encoding'])
    const asked = `${bucketId} ${reads} ${wanted ?? ''} ${request.url}`
    const known = isRepeatable ? cache.find(asked, version) : undefined
    if (known) return send(describe(reply, tag), known)

    const text = JSON.stringify(await compute(), null, isPretty(request) ? 2 : undefined)
    const encoded = await encode(Buffer.from(text), wanted)
    const isShort = encoded.encoding === undefined && encoded.bytes.length < SHORT
    const answer = { version, ...encoded, ...(isShort && { text }) }
    if (isRepeatable) cache.keep(asked, answer)
    return send(isRepeatable ? describe(reply, tag) : reply, answer)
  }
}

function describe(reply: FastifyReply, tag: string): FastifyReply {
  return reply
    .header('etag', tag)
    .header('cache-control', 'private, no-cache')
    .header('vary', 'Authorization, Accept-Encoding')
}

/** Bytes up to which a text leaves sooner than bytes that need not be made of it. */
const SHORT = 8192

function send(reply: FastifyReply, { bytes, text, encoding }: KeptAnswer): FastifyReply {
  if (encoding) reply.header('content-encoding', encoding)
  return reply.type('application/json; charset=utf-8').send(text ?? bytes)
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

/** Random order is another one each time, also where the query's JSON asks for it. */
const isRandom = (request: FastifyRequest): boolean =>
  [parameter(request, 'sort'), parameter(request, 'query')].some((text) =>
    String(text).includes('random'),
  )
