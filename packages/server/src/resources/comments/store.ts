import type { Comment, Thread } from '@typecase/contract/comments'
import type { Selectable } from 'kysely'

import type { Reader } from '../../database/database.ts'
import { countOf } from '../../database/expressions.ts'
import type { Tables } from '../../database/tables.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'
import '../objects/store/tables.ts'
import './tables.ts'

type Row = Selectable<Tables['comments']>

export interface ThreadFilter {
  object_id?: string | undefined
  metafield_id?: string | undefined
  resolved?: boolean | undefined
  mentioned?: boolean | undefined
}

/** Selects the threads of objects that are not in the trash. */
function threadsOf(db: Reader, { bucketId, userId }: BucketAccess, filter: ThreadFilter) {
  const { object_id, metafield_id, resolved, mentioned } = filter
  let rows = db
    .selectFrom('comments')
    .innerJoin('objects', (join) =>
      join
        .onRef('objects.bucket_id', '=', 'comments.bucket_id')
        .onRef('objects.id', '=', 'comments.object_id'),
    )
    .where('comments.bucket_id', '=', bucketId)
    .where('comments.parent_id', 'is', null)
    .where('objects.deleted_at', 'is', null)
  if (object_id !== undefined) rows = rows.where('comments.object_id', '=', object_id)
  if (metafield_id !== undefined) rows = rows.where('comments.metafield_id', '=', metafield_id)
  if (resolved !== undefined) rows = rows.where('comments.resolved', '=', Number(resolved))
  if (!mentioned) return rows
  return rows.where((eb) =>
    eb.exists(
      eb
        .selectFrom('comment_mentions')
        .select('comment_mentions.user_id')
        .whereRef('comment_mentions.bucket_id', '=', 'comments.bucket_id')
        .whereRef('comment_mentions.thread_id', '=', 'comments.id')
        .where('comment_mentions.user_id', '=', userId ?? ''),
    ),
  )
}

/** Lists a page of threads, newest first, and counts them all. */
export async function listThreads(
  db: Reader,
  access: BucketAccess,
  filter: ThreadFilter,
  { limit, skip }: { limit: number; skip: number },
): Promise<{ comments: Thread[]; total: number }> {
  const threads = threadsOf(db, access, filter)
  const rows = await threads
    .selectAll('comments')
    .select(['objects.title as object_title', 'objects.type as object_type'])
    .orderBy('comments.id', 'desc')
    .limit(limit)
    .offset(skip)
    .execute()
  const total = await countOf(threads)
  if (rows.length === 0) return { comments: [], total }
  const ids = rows.map(({ id }) => id)
  const replies = await db
    .selectFrom('comments')
    .selectAll()
    .where('bucket_id', '=', access.bucketId)
    .where('parent_id', 'in', ids)
    .orderBy('id')
    .execute()
  const comments = await toComments(db, access, [...rows, ...replies])
  const unread = await unreadThreads(db, access, ids)
  const byID = new Map(comments.map((comment) => [comment.id, comment]))
  return {
    comments: rows.flatMap(({ id, object_title, object_type }) => {
      const first = byID.get(id)
      if (!first) return []
      const answers = comments.filter(({ parent_id }) => parent_id === id)
      const is_unread = unread.has(id)
      return [{ ...first, replies: answers, object_title, object_type, is_unread }]
    }),
    total,
  }
}

async function unreadThreads(
  db: Reader,
  { bucketId, userId }: BucketAccess,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('comment_mentions')
    .select('thread_id')
    .distinct()
    .where('bucket_id', '=', bucketId)
    .where('user_id', '=', userId ?? '')
    .where('thread_id', 'in', ids)
    .where('read_at', 'is', null)
    .execute()
  return new Set(rows.map(({ thread_id }) => thread_id))
}

export async function countThreads(
  db: Reader,
  access: BucketAccess,
  object_id: string | undefined,
): Promise<{ open: number; resolved: number; unread: number; by_field: Record<string, number> }> {
  const rows = await threadsOf(db, access, { object_id })
    .select(['comments.metafield_id', 'comments.resolved'])
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .groupBy(['comments.metafield_id', 'comments.resolved'])
    .execute()
  const sum = (of: typeof rows) => of.reduce((total, { count }) => total + count, 0)
  const open = rows.filter(({ resolved }) => resolved === 0)
  return {
    open: sum(open),
    resolved: sum(rows) - sum(open),
    unread: await countUnread(db, access, object_id),
    by_field: Object.fromEntries(
      open.flatMap(({ metafield_id, count }) =>
        metafield_id === null ? [] : [[metafield_id, count]],
      ),
    ),
  }
}

/** Counts the threads with mentions of the user that they have not read. */
export async function countUnread(
  db: Reader,
  access: BucketAccess,
  object_id?: string,
): Promise<number> {
  const row = await threadsOf(db, access, { object_id })
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('comment_mentions')
          .select('comment_mentions.user_id')
          .whereRef('comment_mentions.bucket_id', '=', 'comments.bucket_id')
          .whereRef('comment_mentions.thread_id', '=', 'comments.id')
          .where('comment_mentions.user_id', '=', access.userId ?? '')
          .where('comment_mentions.read_at', 'is', null),
      ),
    )
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirst()
  return row?.count ?? 0
}

/** Reads the mentions and reactions of comments. */
async function toComments(
  db: Reader,
  { bucketId }: BucketAccess,
  rows: readonly Row[],
): Promise<Comment[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const mentions = await db
    .selectFrom('comment_mentions')
    .select(['comment_id', 'user_id'])
    .where('bucket_id', '=', bucketId)
    .where('comment_id', 'in', ids)
    .orderBy('user_id')
    .execute()
  const reactions = await db
    .selectFrom('comment_reactions')
    .select(['comment_id', 'emoji', 'user_id'])
    .where('bucket_id', '=', bucketId)
    .where('comment_id', 'in', ids)
    .orderBy('created_at')
    .orderBy('user_id')
    .execute()
  const of = <T extends { comment_id: string }>(all: readonly T[], id: string) =>
    all.filter(({ comment_id }) => comment_id === id)
  return rows.map((row) => ({
    id: row.id,
    object_id: row.object_id,
    metafield_id: row.metafield_id,
    parent_id: row.parent_id,
    text: row.text,
    mentions: of(mentions, row.id).map(({ user_id }) => user_id),
    // Only validated names are stored, so the cast is safe.
    attachments: JSON.parse(row.attachments) as string[],
    resolved: row.resolved === 1,
    reactions: of(reactions, row.id).map(({ emoji, user_id }) => ({ emoji, user_id })),
    created_by: row.created_by,
    guest: row.guest_name === null ? null : { name: row.guest_name, email: row.guest_email ?? '' },
    created_at: row.created_at,
    modified_at: row.modified_at,
    rev: row.rev,
  }))
}

/** Finds a comment on an object. */
export async function findComment(
  db: Reader,
  access: BucketAccess,
  object_id: string,
  id: string,
): Promise<Comment | undefined> {
  const rows = await db
    .selectFrom('comments')
    .selectAll()
    .where('bucket_id', '=', access.bucketId)
    .where('object_id', '=', object_id)
    .where('id', '=', id)
    .execute()
  return (await toComments(db, access, rows))[0]
}

export type NewComment = Pick<
  Comment,
  'id' | 'object_id' | 'metafield_id' | 'parent_id' | 'text' | 'attachments'
> &
  Partial<Pick<Comment, 'guest'>>

export async function insertComment(
  db: Reader,
  { bucketId, userId }: BucketAccess,
  { attachments, guest, ...comment }: NewComment,
  now: string,
): Promise<void> {
  const by = guest
    ? { created_by: null, guest_name: guest.name, guest_email: guest.email }
    : { created_by: userId }
  await db
    .insertInto('comments')
    .values({
      ...comment,
      ...by,
      created_at: now,
      modified_at: now,
      bucket_id: bucketId,
      attachments: JSON.stringify(attachments),
    })
    .execute()
}

export async function saveComment(
  db: Reader,
  { bucketId }: BucketAccess,
  id: string,
  {
    attachments,
    ...change
  }: { text?: string | undefined; attachments?: readonly string[] | undefined; resolved?: number },
  now: string,
): Promise<void> {
  await db
    .updateTable('comments')
    .set((eb) => ({
      ...change,
      ...(attachments && { attachments: JSON.stringify(attachments) }),
      modified_at: now,
      rev: eb('rev', '+', 1),
    }))
    .where('bucket_id', '=', bucketId)
    .where('id', '=', id)
    .execute()
}

/** Deletes a comment with its replies, reactions and mentions. */
export async function removeComment(
  db: Reader,
  { bucketId }: BucketAccess,
  id: string,
): Promise<void> {
  await db.deleteFrom('comments').where('bucket_id', '=', bucketId).where('id', '=', id).execute()
}

/** Sets the people whom a comment mentions. @returns the newly mentioned people */
export async function setMentions(
  db: Reader,
  { bucketId }: BucketAccess,
  { id, parent_id }: Pick<Comment, 'id' | 'parent_id'>,
  before: readonly string[],
  people: readonly string[],
): Promise<string[]> {
  const removedUsers = before.filter((user) => !people.includes(user))
  if (removedUsers.length > 0) {
    await db
      .deleteFrom('comment_mentions')
      .where('bucket_id', '=', bucketId)
      .where('comment_id', '=', id)
      .where('user_id', 'in', removedUsers)
      .execute()
  }
  const added = [...new Set(people)].filter((user) => !before.includes(user))
  const mention = { bucket_id: bucketId, comment_id: id, thread_id: parent_id ?? id }
  const open = { read_at: null, mailed_at: null }
  if (added.length > 0) {
    await db
      .insertInto('comment_mentions')
      .values(added.map((user_id) => ({ ...mention, ...open, user_id })))
      .execute()
  }
  return added
}

/** Marks the user's mentions as read. */
export async function markRead(
  db: Reader,
  { bucketId, userId }: BucketAccess,
  thread_id: string | undefined,
  now: string,
): Promise<void> {
  await db
    .updateTable('comment_mentions')
    .set({ read_at: now })
    .where('bucket_id', '=', bucketId)
    .where('user_id', '=', userId ?? '')
    .where('read_at', 'is', null)
    .$if(thread_id !== undefined, (rows) => rows.where('thread_id', '=', thread_id ?? ''))
    .execute()
}

export async function insertReaction(
  db: Reader,
  { bucketId, userId }: BucketAccess,
  comment_id: string,
  emoji: string,
  now: string,
): Promise<void> {
  const by = { user_id: userId ?? '', created_at: now }
  await db
    .insertInto('comment_reactions')
    .values({ bucket_id: bucketId, comment_id, emoji, ...by })
    .onConflict((same) => same.columns(['bucket_id', 'comment_id', 'emoji', 'user_id']).doNothing())
    .execute()
}

export async function removeReaction(
  db: Reader,
  { bucketId, userId }: BucketAccess,
  comment_id: string,
  emoji: string,
): Promise<void> {
  await db
    .deleteFrom('comment_reactions')
    .where('bucket_id', '=', bucketId)
    .where('comment_id', '=', comment_id)
    .where('emoji', '=', emoji)
    .where('user_id', '=', userId ?? '')
    .execute()
}
