import type { Comment } from '@typecase/contract/comments'

import type { App } from '../../app.ts'
import type { Write } from '../../database/write-queue.ts'
import { composeMail, plainName } from '../../mail/mail-layout.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'
import '../users/tables.ts'
import './tables.ts'

const HOUR = 3600 * 1000
/** How many characters of the comment the e-mail shows. */
const MAX_EXCERPT_LENGTH = 500

/**
 * E-mails the people whom a stored comment mentions, at most one e-mail per thread and hour. The dashboard lists all
 * mentions as unread.
 */
export async function mailMentioned(
  { clock, mailer, settings }: Pick<App, 'clock' | 'mailer' | 'settings'>,
  write: Write,
  { bucketId, slug, userId }: BucketAccess,
  comment: Comment,
  title: string,
  people: readonly string[],
): Promise<void> {
  const { db } = write
  const ids = people.filter((id) => id !== userId)
  if (ids.length === 0) return
  const since = new Date(clock.now() - HOUR).toISOString()
  const thread = comment.parent_id ?? comment.id
  const mailed = await db
    .selectFrom('comment_mentions')
    .select('user_id')
    .where('bucket_id', '=', bucketId)
    .where('thread_id', '=', thread)
    .where('user_id', 'in', ids)
    .where('mailed_at', '>', since)
    .execute()
  const open = ids.filter((id) => !mailed.some(({ user_id }) => user_id === id))
  if (open.length === 0) return
  const accounts = await db
    .selectFrom('users')
    .select(['id', 'email', 'first_name', 'last_name', 'mention_mails'])
    .where('id', 'in', [...open, userId ?? ''])
    .where('status', '=', 'active')
    .execute()
  await db
    .updateTable('comment_mentions')
    .set({ mailed_at: clock.iso() })
    .where('bucket_id', '=', bucketId)
    .where('comment_id', '=', comment.id)
    .where('user_id', 'in', open)
    .execute()
  const author = accounts.find(({ id }) => id === userId)
  const name = comment.guest?.name ?? `${author?.first_name ?? ''} ${author?.last_name ?? ''}`
  const who = plainName(name) || 'Someone'
  const url = `${settings.PUBLIC_URL}/${slug}/objects/${comment.object_id}#comment-${thread}`
  const { text } = comment
  const mails = accounts
    .filter(({ id, mention_mails }) => id !== userId && mention_mails === 1)
    .map(({ email, first_name }) =>
      composeMail({
        to: email,
        name: first_name,
        subject: comment.guest
          ? `${who} commented on “${plainName(title)}”`
          : `${who} mentioned you in “${plainName(title)}”`,
        lines: [
          `${who}${comment.guest ? ', a guest with your shared link,' : ''} commented on “${plainName(title)}”:`,
          text.length > MAX_EXCERPT_LENGTH ? `${text.slice(0, MAX_EXCERPT_LENGTH)}…` : text,
        ],
        action: { label: 'Open the comment', url },
        notes: [
          'You get at most one e-mail an hour for each thread.',
          `To turn these e-mails off, go to your account: ${settings.PUBLIC_URL}/account/mention-mails`,
        ],
      }),
    )
  write.afterCommit(() => {
    for (const mail of mails) mailer.send(mail)
  })
}
