import type { AuditKind } from '@typecase/contract/audit'
import { PREVIEW_TOKEN_MINUTES } from '@typecase/contract/preview-tokens'
import {
  addSharedLink,
  commentBySharedLink,
  listSharedLinks,
  MAX_LINK_DAYS,
  MAX_SHARED_LINKS,
  MAX_SHARED_OBJECTS,
  openSharedLink,
  type SharedLink,
  updateSharedLink,
} from '@typecase/contract/shared-links'

import type { App } from '../../app.ts'
import type { Reader } from '../../database/database.ts'
import type { Write } from '../../database/write-queue.ts'
import { conflict, Failure, invalid, notFound } from '../../http/failure.ts'
import { handle, type Route } from '../../http/handle.ts'
import { ipKey } from '../../http/limits-keys.ts'
import { hashPassword, verifyPassword } from '../../identity/passwords.ts'
import { actorOf, audit } from '../audit/audit-log.ts'
import { type BucketAccess, openBucket, openBucketForJob } from '../buckets/bucket-access.ts'
import { addGuestComment } from '../comments/guest-comment.ts'
import { instantIn } from '../objects/changes/object-edit.ts'
import { idsInScope } from '../objects/queries/scope.ts'
import { frameAddress } from '../preview-frames/frame-address.ts'
import { previewToken, readPreviewToken } from '../preview-tokens/preview-token.ts'
import { findRelease } from '../releases/store.ts'
import { linkPath, signedLink } from './link-address.ts'
import { existingIds, idsOfLink, sharedContent } from './shared-content.ts'
import {
  countOpenLinks,
  countView,
  findLink,
  insertLink,
  isOpen,
  type LinkData,
  listLinks,
  saveLink,
  type StoredLink,
} from './store.ts'

const DAY = 86_400_000

export function routes(app: App): Route[] {
  const { db, clock, limits } = app

  const toPublic = (access: BucketAccess, { password_hash, ...link }: StoredLink): SharedLink => ({
    ...link,
    path: linkPath(app, access, link.id),
    has_password: password_hash !== null,
  })

  /** Opens the link of a URL and its bucket. @throws Failure `not_found` also for an expired or revoked link */
  async function openLink(text: string): Promise<{ access: BucketAccess; link: StoredLink }> {
    const signed = signedLink(app, text)
    const link = signed && (await findLink(db.read, signed, signed.id))
    const bucket =
      signed &&
      (await db.read
        .selectFrom('buckets')
        .select('slug')
        .where('id', '=', signed.bucketId)
        .executeTakeFirst())
    if (!link || !bucket || !isOpen(link, clock.now()))
      throw new Failure(
        'not_found',
        'This link has expired or was revoked. Ask the sender for another.',
      )
    return { access: openBucketForJob(signed.bucketId, bucket.slug, link.created_by), link }
  }

  return [
    handle(listSharedLinks, async ({ principal, query }) => {
      const access = await openBucket(db, principal, query.slug, 'objects:publish')
      const links = await listLinks(db.read, access)
      return { links: links.map((link) => toPublic(access, link)) }
    }),

    handle(addSharedLink, async (call) => {
      const { slug, data, release_id = null, ...scope } = call.body
      const access = await openBucket(db, call.principal, slug, 'objects:publish')
      const hasObjects = scope.object_ids !== undefined || scope.query !== undefined
      if (hasObjects === (release_id !== null))
        throw invalid('object_ids', 'Name either release_id, or object_ids or query', 'one_of')
      const ids = hasObjects ? await idsInScope(app, access, { slug, ...scope }) : []
      if (ids.length > MAX_SHARED_OBJECTS)
        throw invalid('object_ids', `A link shows at most ${MAX_SHARED_OBJECTS} objects`, 'max')
      const object_ids = await existingIds(db.read, access, ids)
      if (hasObjects && object_ids.length === 0)
        throw invalid('object_ids', 'None of these objects exists', 'reference')
      const password_hash = await hashOf(data.password)
      return call.commit(async (write) => {
        const now = clock.now()
        if (release_id !== null && !(await findRelease(write.db, access, release_id)))
          throw invalid('release_id', 'release_id must be a release of this bucket', 'reference')
        const input = {
          title: data.title,
          takes_comments: data.takes_comments ?? false,
          expires_at: timeIn(data.expires_at, now),
          password_hash: password_hash ?? null,
          is_revoked: false,
        }
        await assertRoom(write.db, access, now)
        const id = await insertLink(clock, write.db, access, { ...input, object_ids, release_id })
        return answer(call, write, access, 'bucket.add_shared_link', id)
      }, access)
    }),

    handle(updateSharedLink, async (call) => {
      const { slug, link_id, data } = call.body
      const access = await openBucket(db, call.principal, slug, 'objects:publish')
      const password_hash = await hashOf(data.password)
      return call.commit(async (write) => {
        const now = clock.now()
        const before = await existing(write.db, access, link_id)
        const after: LinkData = {
          title: data.title ?? before.title,
          takes_comments: data.takes_comments ?? before.takes_comments,
          expires_at:
            data.expires_at === undefined ? before.expires_at : timeIn(data.expires_at, now),
          password_hash: password_hash === undefined ? before.password_hash : password_hash,
          is_revoked: data.is_revoked ?? before.is_revoked,
        }
        if (isOpen(after, now) && !isOpen(before, now)) await assertRoom(write.db, access, now)
        await saveLink(write.db, access, link_id, after)
        const kind = data.is_revoked ? 'bucket.revoke_shared_link' : 'bucket.update_shared_link'
        return answer(call, write, access, kind, link_id)
      }, access)
    }),

    handle(openSharedLink, async ({ body, ip }) => {
      const { access, link } = await openLink(body.link)
      const bucket = await app.buckets.bySlug(access.slug)
      if (bucket?.id !== access.bucketId) throw notFound('Bucket')
      const isAgain =
        body.token !== undefined && readPreviewToken(app, bucket, body.token)?.link === link.id
      if (!isAgain) {
        await assertPassword(link, body.password, ip)
        await db.write((write) => countView(clock, write.db, access, link.id), 'read committed')
      }
      const until = Math.floor(clock.now() / 1000 + PREVIEW_TOKEN_MINUTES * 60) * 1000
      return {
        ...(await sharedContent(db.read, access, link)),
        title: link.title,
        takes_comments: link.takes_comments,
        expires_at: link.expires_at,
        token: previewToken(app, bucket, Math.min(until, link.expires_at), link.id),
        token_expires_at: new Date(Math.min(until, link.expires_at)).toISOString(),
        frame: frameAddress(app, access.bucketId),
      }
    }),

    handle(commentBySharedLink, async ({ body, ip, commit }) => {
      const { access, link } = await openLink(body.link)
      const bucket = await app.buckets.bySlug(access.slug)
      if (!bucket || readPreviewToken(app, bucket, body.token)?.link !== link.id)
        throw invalid('token', 'The token has expired. Open the link again.', 'token')
      if (!link.takes_comments)
        throw invalid('link', 'This link does not accept comments', 'takes_comments')
      await limits.countAll([
        ['guestComment', `${link.id} ${ipKey(ip)}`],
        ['guestCommentByLink', link.id],
      ])
      return commit(async (write) => {
        const ids = await idsOfLink(write.db, access, link)
        if (!ids.includes(body.object_id)) throw notFound('Object')
        const { object_id, text } = body
        const guest = { name: body.name, email: body.email }
        const comment = { object_id, text, guest, notify: link.created_by }
        return { comment_id: await addGuestComment(app, write, access, comment) }
      }, access)
    }),
  ]

  /**
   * Checks the password of a link.
   * @throws Failure `invalid` for a missing or wrong password, `limited` after too many wrong ones
   */
  async function assertPassword(
    { id, password_hash }: StoredLink,
    password: string | undefined,
    ip: string,
  ): Promise<void> {
    if (password_hash === null) return
    if (!password) throw invalid('password', 'Enter the password of this link', 'required')
    const isRight = await limits.guard(
      [
        ['linkPassword', `${id} ${ipKey(ip)}`],
        ['linkPasswordByLink', id],
      ],
      () => verifyPassword(password_hash, password),
      (result) => result,
    )
    if (!isRight) throw invalid('password', 'This is not the password of this link', 'password')
  }

  async function answer(
    call: Parameters<typeof actorOf>[0],
    write: Write,
    access: BucketAccess,
    kind: AuditKind,
    id: string,
  ): Promise<{ link: SharedLink }> {
    const link = await existing(write.db, access, id)
    const subject = { id, title: link.title }
    await audit(write, app, actorOf(call), { kind, bucketId: access.bucketId, subject })
    return { link: toPublic(access, link) }
  }
}

/** Hashes a new password. Undefined leaves the password unchanged, and null removes it. */
async function hashOf(password: string | null | undefined): Promise<string | null | undefined> {
  return typeof password === 'string' ? hashPassword(password) : password
}

/** Checks that a bucket may have another open link. @throws Failure `conflict` at the limit */
async function assertRoom(db: Reader, access: BucketAccess, now: number): Promise<void> {
  if ((await countOpenLinks(db, access, now)) >= MAX_SHARED_LINKS)
    throw conflict(`A bucket has at most ${MAX_SHARED_LINKS} open links. Revoke some first.`)
}

/** Parses the expiry time. @throws Failure `invalid` for a time that is past or too far in the future */
function timeIn(value: number | string | null, now: number): number {
  const path = 'data.expires_at'
  const time = instantIn(value, path)
  if (time === null) throw invalid(path, `${path} is a required field`, 'required')
  if (time <= now) throw invalid(path, `${path} must be in the future`, 'min')
  if (time > now + MAX_LINK_DAYS * DAY)
    throw invalid(path, `${path} must be within ${MAX_LINK_DAYS} days`, 'max')
  return time
}

/** Finds a link of the bucket. @throws Failure `not_found` */
async function existing(db: Reader, access: BucketAccess, id: string): Promise<StoredLink> {
  const link = await findLink(db, access, id)
  if (!link) throw notFound('Shared link')
  return link
}
