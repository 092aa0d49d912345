import { type } from 'arktype'

import { endpoint } from './endpoint.ts'
import { id } from './ids.ts'
import { limit, message, skip } from './page.ts'
import { bucketSlug } from './slugs.ts'

/** Threads per page by default (specification §9). */
export const COMMENTS_PAGE_SIZE = 10

/** Maximum length of a comment, in characters. */
export const MAX_COMMENT = 10_000
/** Maximum number of people that a comment mentions. */
export const MAX_MENTIONS = 50
/** Maximum number of files that a comment shows. */
export const MAX_ATTACHMENTS = 20

/** Reactions that the dashboard offers; the server takes any emoji. */
export const reactionEmojis = ['👍', '❤️', '🎉', '👀', '✅', '😄'] as const

const ONE = String.raw`\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier})?`
const EMOJI = new RegExp(String.raw`^${ONE}(?:\u200d${ONE})*$`, 'u')
const emoji = () => type(EMOJI).describe('one emoji').and('string <= 32')

/** One comment. It is in the thread of `parent_id`, or starts a thread if that is null. */
export const comment = () =>
  type({
    id: id(),
    object_id: id(),
    /** The id of a metafield, or `title`, `slug`, `content`; null for the object as a whole. */
    metafield_id: 'string | null',
    parent_id: 'string | null',
    text: 'string',
    /** Ids of people. */
    mentions: 'string[]',
    /** Names of media. */
    attachments: 'string[]',
    resolved: 'boolean',
    reactions: type({ emoji: 'string', user_id: 'string' }).array(),
    created_by: 'string | null',
    /** The author of a comment made through a shared link. The name and the address are not verified. */
    guest: type({ name: 'string', email: 'string' }).or('null'),
    created_at: 'string',
    modified_at: 'string',
    rev: 'number',
  })
export type Comment = ReturnType<typeof comment>['infer']

/** The first comment of a thread, with its replies, oldest first, and its object. */
export const thread = () =>
  comment().and({
    replies: comment().array(),
    object_title: 'string',
    object_type: 'string',
    /** Whether the thread mentions the caller in a comment that they have not read. */
    is_unread: 'boolean',
  })
export type Thread = ReturnType<typeof thread>['infer']

const aliases = { id: 'comment_id' } as const
const one = () => type({ slug: bucketSlug(), object_id: id(), comment_id: id() })
const text = () => type(`0 < string <= ${MAX_COMMENT}`)
const commentFields = () =>
  type({
    'mentions?': id().array().atMostLength(MAX_MENTIONS),
    'attachments?': type('0 < string <= 500').array().atMostLength(MAX_ATTACHMENTS),
  })
const answer = () => type({ comment: comment() })

export const listComments = endpoint({
  id: 'comments.list',
  method: 'GET',
  path: '/comments/list',
  auth: 'user',
  summary:
    'Returns the threads of an object, or of all objects of a bucket, newest first. `metafield_id` limits them to one field, `mentioned` to those that mention the caller.',
  query: () =>
    type({
      slug: bucketSlug(),
      'object_id?': id(),
      'metafield_id?': 'string <= 64',
      'resolved?': 'boolean',
      'mentioned?': 'boolean',
      'limit?': limit(),
      'skip?': skip(),
    }),
  response: () =>
    type({ comments: thread().array(), total: 'number', limit: 'number', skip: 'number' }),
})

export const countComments = endpoint({
  id: 'comments.counts',
  method: 'GET',
  path: '/comments/counts',
  auth: 'user',
  summary:
    'Counts the threads of an object or a bucket: open, resolved, open by field, and unread mentions of the caller.',
  query: () => type({ slug: bucketSlug(), 'object_id?': id() }),
  response: () =>
    type({
      open: 'number',
      resolved: 'number',
      unread: 'number',
      /** Counts by `metafield_id`. */
      by_field: 'Record<string, number>',
    }),
})

export const addComment = endpoint({
  id: 'comments.add',
  method: 'POST',
  path: '/comments/add',
  auth: 'user',
  summary:
    'Comments on an object or on one of its fields, or replies to a comment. People it mentions get an e-mail, at most one per hour and thread.',
  body: () =>
    commentFields().and({
      slug: bucketSlug(),
      object_id: id(),
      text: text(),
      'metafield_id?': '0 < string <= 64 | null',
      'parent_id?': id().or('null'),
    }),
  response: answer,
  status: 201,
  errors: ['limited'],
})

export const updateComment = endpoint({
  id: 'comments.update',
  method: 'PATCH',
  path: '/comments/update',
  auth: 'user',
  summary:
    'Changes the caller’s comment. Omitted fields do not change. People who can change the settings of the bucket can change any comment.',
  body: () => one().and(commentFields()).and({ 'text?': text(), 'rev?': 'number.integer' }),
  response: answer,
  aliases,
  errors: ['stale'],
})

export const deleteComment = endpoint({
  id: 'comments.delete',
  method: 'DELETE',
  path: '/comments/delete',
  auth: 'user',
  summary:
    'Deletes the caller’s comment with its replies. People who can change the settings of the bucket can delete any comment.',
  query: () => one().and({ 'metafield_id?': 'string <= 64' }),
  response: message,
  aliases,
})

export const resolveComment = endpoint({
  id: 'comments.resolve',
  method: 'PATCH',
  path: '/comments/resolve',
  auth: 'user',
  summary: 'Marks a thread as resolved, or reopens it.',
  body: () => one().and({ resolved: 'boolean' }),
  response: answer,
  aliases,
})

const reaction = () => one().and({ emoji: emoji() })

export const addReaction = endpoint({
  id: 'comments.addReaction',
  method: 'POST',
  path: '/comments/reactions/add',
  auth: 'user',
  summary: 'Reacts to a comment with an emoji.',
  body: reaction,
  response: answer,
  aliases,
  isRepeatable: true,
})

export const removeReaction = endpoint({
  id: 'comments.removeReaction',
  method: 'POST',
  path: '/comments/reactions/remove',
  auth: 'user',
  summary: 'Removes the caller’s reaction from a comment.',
  body: reaction,
  response: answer,
  aliases,
  isRepeatable: true,
})

export const readComments = endpoint({
  id: 'comments.markRead',
  method: 'POST',
  path: '/comments/markRead',
  auth: 'user',
  summary: 'Marks mentions of the caller as read, in one thread or in the whole bucket.',
  body: () => type({ slug: bucketSlug(), 'thread_id?': id() }),
  response: () => type({ unread: 'number' }),
  isRepeatable: true,
})
