import type { CommentEvent } from '@typecase/contract/events'
import { newId } from '@typecase/contract/ids'
import type { Comment } from '@typecase/contract/comments'

import type { App } from '../../app.ts'
import type { Write } from '../../database/write-queue.ts'
import { invalid, notFound } from '../../http/failure.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'
import { membersOf } from '../buckets/people.ts'
import { readObject } from '../objects/store/store.ts'
import { mailMentioned } from './mention-mails.ts'
import { findComment, insertComment, setMentions } from './store.ts'

interface GuestComment extends Pick<Comment, 'object_id' | 'text'> {
  readonly guest: NonNullable<Comment['guest']>
  /** The user to notify, as if they were mentioned. */
  readonly notify: string | null
}

/** Stores a comment of a person without an account, on an object as a whole. @returns its id */
export async function addGuestComment(
  app: App,
  write: Write,
  access: BucketAccess,
  { object_id, text, guest, notify }: GuestComment,
): Promise<string> {
  if (text.trim() === '') throw invalid('text', 'text is a required field', 'required')
  const { db } = write
  const { state } = await readObject(db, access, object_id)
  const id = newId(app.clock.now())
  const target = { object_id, metafield_id: null, parent_id: null }
  await insertComment(db, access, { id, ...target, text, attachments: [], guest }, app.clock.iso())
  const members = await membersOf(db, access.bucketId)
  const mentions = members.flatMap((member) => (member.id === notify ? [member.id] : []))
  await setMentions(db, access, { id, parent_id: null }, [], mentions)
  const comment = await findComment(db, access, object_id, id)
  if (!comment) throw notFound('Comment')
  await mailMentioned(app, write, { ...access, userId: null }, comment, state.title, mentions)
  const event: CommentEvent = {
    kind: 'comment',
    change: 'add',
    comment_id: id,
    thread_id: id,
    object_id,
    user_id: null,
    mentions,
  }
  write.afterCommit(() => app.events.publish(access.bucketId, event))
  return id
}
