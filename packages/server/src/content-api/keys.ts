import type { BucketKeyName } from '@typecase/contract/buckets'
import type { FastifyRequest } from 'fastify'

import type { App } from '../app.ts'
import { forbidden, notFound, unauthenticated } from '../http/failure.ts'
import { ipKey } from '../http/limits-keys.ts'
import { bearerOf, type KeyPrincipal } from '../http/principal.ts'
import type { BucketSnapshot } from '../resources/buckets/bucket-snapshots.ts'
import { readPreviewToken } from '../resources/preview-tokens/preview-token.ts'
import { findLink, isOpen as isLinkOpen } from '../resources/shared-links/store.ts'
import { hashToken } from '../secrets/tokens.ts'

/**
 * Returns the principal of a content API request: the bucket and the strongest of the request's keys. Other tokens,
 * such as that of a site's own sign-in, are ignored if another key is valid or the read needs none.
 * @throws Failure `not_found` for a missing bucket, `unauthenticated` without a key of the bucket, `forbidden` for a
 * write without the write key
 */
export async function keyPrincipalOf(
  app: App,
  access: 'read' | 'write',
  request: FastifyRequest,
): Promise<KeyPrincipal> {
  const { slug } = request.params as { slug: string }
  const bucket = await app.buckets.bySlug(slug)
  if (!bucket) throw notFound(`bucket with slug: '${slug.slice(0, 100)}'`)
  const principal = principalIn(app, bucket, access, request)
  if (principal.link === undefined) return principal
  const sharedLink = await findLink(app.db.read, { bucketId: bucket.id }, principal.link)
  if (!sharedLink || !isLinkOpen(sharedLink, app.clock.now()))
    throw unauthenticated('This shared link has expired or was revoked.')
  return { ...principal, sharedLink }
}

/** Returns the principal for a bucket that has been read already. Does not check that a shared link is still open. */
export function principalIn(
  app: App,
  bucket: BucketSnapshot,
  access: 'read' | 'write',
  request: FastifyRequest,
): KeyPrincipal {
  const keys = keysIn(request)
  const isOpen = access === 'read' && bucket.readsWithoutKey
  if (keys.length === 0 && !isOpen)
    throw unauthenticated('The bucket key is missing: send read_key, or a Bearer write key.')
  const { id: bucketId, version, typesVersion, mediaIsPrivate } = bucket
  const now = app.clock.now()
  const used = new Map<BucketKeyName, string>()
  for (const hash of keys.map(hashToken)) {
    const key = bucket.keys.get(hash)
    if (key && key.endsAt > now && !used.has(key.name)) used.set(key.name, hash)
  }
  const has = (name: BucketKeyName): boolean => {
    const hash = used.get(name)
    if (hash !== undefined) app.keyUses.note(bucketId, hash)
    return hash !== undefined
  }
  const principalFor = (
    as: 'read' | 'write',
    rights: Pick<KeyPrincipal, 'readsDrafts' | 'readsPreviews' | 'link'>,
  ): KeyPrincipal => {
    const holder = `${bucketId} ${as} ${ipKey(request.ip)}`
    return {
      kind: 'key',
      bucketId,
      access: as,
      ...rights,
      version,
      typesVersion,
      mediaIsPrivate,
      holder,
    }
  }
  if (has('write')) return principalFor('write', { readsDrafts: true, readsPreviews: true })
  const tokens = keys.flatMap((key) => readPreviewToken(app, bucket, key) ?? [])
  const isPreview = has('preview') || tokens.some(({ link }) => link === undefined)
  const isRead = has('read')
  const [link] = tokens.flatMap(({ link: id }) => id ?? [])
  if (!isPreview && !isRead && !isOpen && link === undefined)
    throw unauthenticated('The bucket key is not valid for this bucket.')
  if (access === 'write') throw forbidden('This call needs the write key; this one only reads.')
  if (link !== undefined && !isPreview)
    return principalFor('read', { readsDrafts: false, readsPreviews: true, link })
  const readsDrafts = isPreview || (isRead && bucket.readKeyReadsDrafts)
  return principalFor('read', { readsDrafts, readsPreviews: isPreview })
}

/** Returns all keys in a request: in the Authorization header, with or without `Bearer`, and in the address. */
export function keysIn(request: FastifyRequest): string[] {
  const { read_key, write_key } = request.query as Record<string, unknown>
  const isKey = (key: unknown): key is string => typeof key === 'string' && key !== ''
  return [bearerOf(request), write_key, read_key].filter(isKey)
}
