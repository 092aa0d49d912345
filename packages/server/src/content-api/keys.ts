import type { BucketKeyName } from '@typecase/contract/buckets'
import type { FastifyRequest } from 'fastify'

import type { App } from '../app.ts'
import { prepared } from '../database/prepared.ts'
import { forbidden, notFound, unauthenticated } from '../http/failure.ts'
import { bearerOf, type KeyPrincipal } from '../http/principal.ts'
import { readVersion } from '../resources/buckets/bucket-access.ts'
import { parseFormerKeys } from '../resources/buckets/former-keys.ts'
import { hashToken } from '../secrets/tokens.ts'

/** Prepared, since every read of the content API begins with it. Keys and version come from one commit. */
const bucketKeys = prepared((db, bucket: { slug: string }) =>
  db
    .selectFrom('buckets')
    .select(['id', 'version', 'read_key_hash', 'preview_key_hash', 'write_key_hash'])
    .select(['read_key_reads_drafts', 'reads_without_key', 'media_is_private', 'former_keys'])
    .where('slug', '=', bucket.slug),
)

/**
 * The bucket that a content API request opens, with the strongest of the keys that it carries. Those that are none of this
 * bucket's, such as the token of a site's own sign-in, are not in the way of one that is, nor of a read that needs none.
 * @throws Failure `not_found` for a missing bucket, `unauthenticated` without a key of it, `forbidden` without the write key on a write
 */
export async function keyPrincipalOf(
  app: App,
  access: 'read' | 'write',
  request: FastifyRequest,
): Promise<KeyPrincipal> {
  const { slug } = request.params as { slug: string }
  const [bucket] = await bucketKeys(app.db.read, { slug })
  if (!bucket) throw notFound(`bucket with slug: '${slug.slice(0, 100)}'`)
  const hashes = keysIn(request).map(hashToken)
  const isOpen = access === 'read' && bucket.reads_without_key === 1
  if (hashes.length === 0 && !isOpen)
    throw unauthenticated('The bucket key is missing: send read_key, or a Bearer write key.')
  const bucketId = bucket.id
  // What this call reads of the bucket is of before a long write that is going on.
  const version = app.db.isHeld({ bucketId })
    ? await readVersion(app.db, { bucketId })
    : bucket.version
  const mediaIsPrivate = bucket.media_is_private === 1
  const opened = { kind: 'key', bucketId, version, mediaIsPrivate } as const
  const former = parseFormerKeys(bucket.former_keys, app.clock.now())
  const has = (name: BucketKeyName) => {
    const its = former.filter(({ key }) => key === name).map(({ hash }) => hash)
    const used = hashes.find((hash) => hash === bucket[`${name}_key_hash`] || its.includes(hash))
    if (used !== undefined) app.keyUses.note(bucketId, used)
    return used !== undefined
  }
  if (has('write')) return { ...opened, access: 'write', readsDrafts: true }
  const isPreview = has('preview')
  const isRead = has('read')
  if (!isPreview && !isRead && !isOpen)
    throw unauthenticated('The bucket key is not valid for this bucket.')
  if (access === 'write') throw forbidden('This call needs the write key; this one only reads.')
  const readsDrafts = isPreview || (isRead && bucket.read_key_reads_drafts === 1)
  return { ...opened, access: 'read', readsDrafts }
}

/** What a request carries in places of bucket keys: the Authorization header, with or without `Bearer`, and the address. */
export function keysIn(request: FastifyRequest): string[] {
  const { read_key, write_key } = request.query as Record<string, unknown>
  const isKey = (key: unknown): key is string => typeof key === 'string' && key !== ''
  return [bearerOf(request), write_key, read_key].filter(isKey)
}
