import {
  addComment,
  addReaction,
  type Comment,
  COMMENTS_PAGE_SIZE,
  countComments,
  deleteComment,
  listComments,
  readComments,
  removeReaction as removeReactionCall,
  resolveComment,
  updateComment,
} from '@typecase/contract/comments'
import type { CommentEvent } from '@typecase/contract/events'
import { newId } from '@typecase/contract/ids'

import { MAX_REACTIONS } from '../../limits.ts'
import type { App } from '../../app.ts'
import type { Reader } from '../../database/database.ts'
import type { Write } from '../../database/write-queue.ts'
import { forbidden, invalid, notFound, stale } from '../../http/failure.ts'
import { handle, type Route } from '../../http/handle.ts'
import { type BucketAccess, openBucket } from '../buckets/bucket-access.ts'
import { readObject } from '../objects/store/store.ts'
import { findTypeModel } from '../objects/store/type-models.ts'
import { unknownType } from '../objects/model/type-model.ts'
import { checkComment, fieldIdOf } from './check-comment.ts'
import { mailMentioned } from './mention-mails.ts'
import {
  countThreads,
  countUnread,
  findComment,
  insertComment,
  insertReaction,
  listThreads,
  markRead,
  removeComment,
  removeReaction,
  saveComment,
  setMentions,
} from './store.ts'

export function routes(app: App): Route[] {
  const { db, clock, limits, events } = app

  /** Notifies open dashboards once the change is committed. */
  function tell(
    write: Write,
    access: BucketAccess,
    change: CommentEvent['change'],
    { id, object_id, parent_id }: Comment,
    mentions: readonly string[] = [],
  ): void {
    const event: CommentEvent = {
      kind: 'comment',
      change,
      comment_id: id,
      thread_id: parent_id ?? id,
      object_id,
      user_id: access.userId,
      mentions: [...mentions],
    }
    write.afterCommit(() => events.publish(access.bucketId, event))
  }

  return [
    handle(listComments, async ({ principal, query }) => {
      const access = await openBucket(db, principal, query.slug)
      const { slug: _, limit = COMMENTS_PAGE_SIZE, skip = 0, ...filter } = query
      const page = { limit, skip }
      const { object_id, metafield_id } = filter
      if (object_id !== undefined) {
        const { type } = await readObject(db.read, access, object_id)
        const model = metafield_id && (await findTypeModel(db.read, access, type))
        if (model) filter.metafield_id = fieldIdOf(model, metafield_id) ?? metafield_id
      }
      return { ...(await listThreads(db.read, access, filter, page)), ...page }
    }),

    handle(countComments, async ({ principal, query: { slug, object_id } }) => {
      const access = await openBucket(db, principal, slug)
      if (object_id !== undefined) await readObject(db.read, access, object_id)
      return countThreads(db.read, access, object_id)
    }),

    handle(addComment, async ({ principal, body, commit }) => {
      const access = await openBucket(db, principal, body.slug, 'comments:write')
      const { object_id, text, mentions = [], attachments = [] } = body
      const { type } = await readObject(db.read, access, object_id)
      const model = (await findTypeModel(db.read, access, type)) ?? unknownType(type)
      await checkComment(db.read, access, model, body)
      const field = body.metafield_id ? fieldIdOf(model, body.metafield_id) : undefined
      await limits.count('comment', principal.userId)
      return commit(async (write) => {
        const { state } = await readObject(write.db, access, object_id)
        const parent = await parentOf(write.db, access, object_id, body.parent_id)
        const id = newId(clock.now())
        // A reply has the same field as its thread.
        const about = parent ? parent.metafield_id : (field ?? null)
        const target = { object_id, metafield_id: about, parent_id: parent?.id ?? null }
        await insertComment(write.db, access, { id, ...target, text, attachments }, clock.iso())
        const mentioned = await setMentions(
          write.db,
          access,
          { id, parent_id: target.parent_id },
          [],
          mentions,
        )
        // A reply reopens a resolved thread.
        if (parent?.resolved)
          await saveComment(write.db, access, parent.id, { resolved: 0 }, clock.iso())
        const comment = await existing(write.db, access, object_id, id)
        await mailMentioned(app, write, access, comment, state.title, mentioned)
        tell(write, access, 'add', comment, mentioned)
        return { comment }
      }, access)
    }),

    handle(updateComment, async ({ principal, body, ifMatch, commit }) => {
      const access = await openBucket(db, principal, body.slug, 'comments:write')
      const { object_id, comment_id, text, mentions, attachments } = body
      const { type } = await readObject(db.read, access, object_id)
      const model = (await findTypeModel(db.read, access, type)) ?? unknownType(type)
      await existing(db.read, access, object_id, comment_id)
      await checkComment(db.read, access, model, { text, mentions, attachments })
      return commit(async (write) => {
        const before = await existing(write.db, access, object_id, comment_id)
        assertMayChange(access, before)
        const rev = ifMatch ?? body.rev
        if (rev !== undefined && rev !== before.rev) throw stale(before)
        const change = { ...(text !== undefined && { text }), attachments }
        await saveComment(write.db, access, comment_id, change, clock.iso())
        const added = mentions
          ? await setMentions(write.db, access, before, before.mentions, mentions)
          : []
        const { state } = await readObject(write.db, access, object_id)
        const comment = await existing(write.db, access, object_id, comment_id)
        await mailMentioned(app, write, access, comment, state.title, added)
        tell(write, access, 'update', comment, added)
        return { comment }
      }, access)
    }),

    handle(deleteComment, async ({ principal, query: { slug, object_id, comment_id }, commit }) => {
      const access = await openBucket(db, principal, slug, 'comments:write')
      return commit(async (write) => {
        await readObject(write.db, access, object_id)
        const comment = await existing(write.db, access, object_id, comment_id)
        assertMayChange(access, comment)
        await removeComment(write.db, access, comment_id)
        tell(write, access, 'delete', comment)
        return { message: 'Comment deleted.' }
      }, access)
    }),

    handle(resolveComment, async ({ principal, body, commit }) => {
      const access = await openBucket(db, principal, body.slug, 'comments:write')
      return commit(async (write) => {
        await readObject(write.db, access, body.object_id)
        const before = await existing(write.db, access, body.object_id, body.comment_id)
        if (before.parent_id !== null) {
          const message = 'comment_id must be the comment that began the thread'
          throw invalid('comment_id', message, 'thread')
        }
        if (before.resolved === body.resolved) return { comment: before }
        const change = { resolved: Number(body.resolved) }
        await saveComment(write.db, access, before.id, change, clock.iso())
        const comment = await existing(write.db, access, body.object_id, body.comment_id)
        tell(write, access, 'resolve', comment)
        return { comment }
      }, access)
    }),

    handle(addReaction, async ({ principal, body, commit }) => {
      const access = await openBucket(db, principal, body.slug, 'comments:write')
      const { object_id, comment_id, emoji } = body
      await limits.count('comment', principal.userId)
      return commit(async (write) => {
        await readObject(write.db, access, object_id)
        const { reactions } = await existing(write.db, access, object_id, comment_id)
        const kinds = new Set([...reactions.map((one) => one.emoji), emoji])
        if (kinds.size > MAX_REACTIONS) {
          const message = `a comment has ${MAX_REACTIONS} different reactions at most`
          throw invalid('emoji', message, 'max')
        }
        await insertReaction(write.db, access, comment_id, emoji, clock.iso())
        const comment = await existing(write.db, access, object_id, comment_id)
        tell(write, access, 'react', comment)
        return { comment }
      }, access)
    }),

    handle(removeReactionCall, async ({ principal, body, commit }) => {
      const access = await openBucket(db, principal, body.slug, 'comments:write')
      const { object_id, comment_id, emoji } = body
      return commit(async (write) => {
        await readObject(write.db, access, object_id)
        await existing(write.db, access, object_id, comment_id)
        await removeReaction(write.db, access, comment_id, emoji)
        const comment = await existing(write.db, access, object_id, comment_id)
        tell(write, access, 'react', comment)
        return { comment }
      }, access)
    }),

    handle(readComments, async ({ principal, body, commit }) => {
      const access = await openBucket(db, principal, body.slug)
      return commit(async (write) => {
        await markRead(write.db, access, body.thread_id, clock.iso())
        return { unread: await countUnread(write.db, access) }
      }, 'read committed')
    }),
  ]
}

/**
 * Checks that the caller may change a comment.
 * @throws Failure `forbidden` for another user's comment, unless the role may change the bucket's settings
 */
function assertMayChange(access: BucketAccess, { created_by }: Comment): void {
  if (created_by === access.userId || access.can('bucket:settings')) return
  throw forbidden(`Your role (${access.role}) may only change comments that you wrote yourself.`)
}

/** Finds a comment on an object. @throws Failure `not_found` for a comment on another object */
async function existing(
  db: Reader,
  access: BucketAccess,
  objectId: string,
  id: string,
): Promise<Comment> {
  const comment = await findComment(db, access, objectId, id)
  if (!comment) throw notFound('Comment')
  return comment
}

/** Finds the first comment of the thread of a reply. @throws Failure `invalid` if it does not exist */
async function parentOf(
  db: Reader,
  access: BucketAccess,
  objectId: string,
  id: string | null | undefined,
): Promise<Comment | undefined> {
  if (!id) return undefined
  const parent = await findComment(db, access, objectId, id)
  if (!parent) throw invalid('parent_id', 'parent_id must be a comment on this object', 'reference')
  return parent.parent_id === null ? parent : parentOf(db, access, objectId, parent.parent_id)
}
