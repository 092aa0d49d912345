import type { FastifyRequest } from 'fastify'

import type { App } from '../app.ts'
import { selectRows } from '../database/run-sql.ts'
import { forbidden, notFound, unauthenticated } from '../http/failure.ts'
import { bearerOf, type Principal } from '../http/principal.ts'
import { hashToken } from '../secrets/tokens.ts'

interface BucketKeys {
  id: string
  version: number
  read_key_hash: string
  write_key_hash: string
}

/**
 * The bucket that a content API request opens with its key: `read_key` in the address, or for writes (and older
 * clients) the bucket's key in the Authorization header.
 * @throws Failure `not_found` for a missing bucket, `unauthenticated` without or with a wrong key, `forbidden` for a read key on a write
 */
export async function keyPrincipalOf(
  app: App,
  access: 'read' | 'write',
  request: FastifyRequest,
): Promise<Principal> {
  const { slug } = request.params as { slug: string }
  // Spelled out, since every read of the content API begins with it. Keys and version come from one commit.
  const [bucket] = await selectRows<BucketKeys>(app.db.read, {
    text: 'SELECT id, version, read_key_hash, write_key_hash FROM buckets WHERE slug = ?',
    values: [slug],
  })
  if (!bucket) throw notFound(`bucket with slug: '${slug.slice(0, 100)}'`)
  const key = presentedKey(request)
  if (key === undefined)
    throw unauthenticated('The bucket key is missing: send read_key, or a Bearer write key.')
  const { id: bucketId, version } = bucket
  const hash = hashToken(key)
  if (hash === bucket.write_key_hash) return { kind: 'key', bucketId, access: 'write', version }
  if (hash !== bucket.read_key_hash)
    throw unauthenticated('The bucket key is not valid for this bucket.')
  if (access === 'write') throw forbidden('This call needs the write key; the read key only reads.')
  return { kind: 'key', bucketId, access: 'read', version }
}

function presentedKey(request: FastifyRequest): string | undefined {
  const { read_key, write_key } = request.query as Record<string, unknown>
  const bearer = bearerOf(request) ?? request.headers.authorization
  const key = bearer ?? (typeof write_key === 'string' ? write_key : read_key)
  return typeof key === 'string' && key.length > 0 ? key : undefined
}
