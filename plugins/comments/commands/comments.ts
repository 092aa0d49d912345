import { reactionEmojis } from '@typecase/contract/comments'
import { type AnyCommand, defineCommand } from '@typecase/plugin-sdk/command'
import { and, can, has, not } from '@typecase/plugin-sdk/when'
import { type } from 'arktype'

import '../facts.ts'
import { commentBox, commentsPanel } from '../routes.ts'
import { mentionMails } from '../sections.ts'

const group = 'Comments'
const inBucket = has('route.bucketSlug')
const mayComment = and(inBucket, can('comments:write'))
export const onPanel = and(mayComment, has('comments.isShown'))

export const writeComment = defineCommand({
  id: 'comments.write',
  title: 'Write a comment',
  aliases: ['Comment'],
  keywords: [
    'assign',
    'mention',
    'ask',
    'person',
    'someone',
    'feedback',
    'discuss',
    'note',
    'say',
    'add',
    'new',
  ],
  group,
  icon: 'message-square',
  when: onPanel,
  effect: 'none',
  runNow: (_args, { page }) => page(commentsPanel)?.write(null),
})

export const fieldArgs = () => type({ metafield_id: 'string' })

export const commentOnField = defineCommand({
  id: 'comments.write-on-field',
  title: 'Comment on a field…',
  keywords: ['discuss', 'note', 'say'],
  group,
  icon: 'message-square',
  when: onPanel,
  effect: 'none',
  args: fieldArgs,
  ask: {
    metafield_id: {
      kind: 'picker',
      title: 'Field',
      search: async (query, context) =>
        (await import('./comments-runs.ts')).fieldRows(query, context),
    },
  },
  runNow: ({ metafield_id }, { page }) => page(commentsPanel)?.write(metafield_id),
})

export const sendComment = defineCommand({
  id: 'comments.send',
  title: 'Send the comment',
  group,
  icon: 'send',
  when: has('focus.isSendable'),
  why: () => 'Write a comment first.',
  effect: 'none',
  runNow: (_args, { page }) => page(commentBox)?.send(),
})

export const commentArgs = () => type({ object_id: 'string', comment_id: 'string' })
const thread = (facts: { 'route.objectID'?: string; 'comments.thread'?: string }) => ({
  object_id: facts['route.objectID'],
  comment_id: facts['comments.thread'],
})
const onThread = and(has('route.objectID'), has('comments.thread'))

export const resolveThread = defineCommand({
  id: 'comments.resolve',
  title: 'Resolve',
  aliases: ['Resolve comment'],
  keywords: ['done', 'close', 'settle'],
  group,
  icon: 'check',
  when: mayComment,
  subject: { comment_id: and(onThread, not(has('comments.isResolved'))) },
  effect: 'write',
  args: commentArgs,
  defaults: thread,
  load: async () => (await import('./comments-runs.ts')).resolve,
})

export const reopenThread = defineCommand({
  id: 'comments.unresolve',
  title: 'Unresolve',
  aliases: ['Reopen comment', 'Unresolve comment'],
  keywords: ['open', 'again'],
  group,
  icon: 'undo-2',
  when: mayComment,
  subject: { comment_id: and(onThread, has('comments.isResolved')) },
  effect: 'write',
  args: commentArgs,
  defaults: thread,
  load: async () => (await import('./comments-runs.ts')).reopen,
})

export const deleteComment = defineCommand({
  id: 'comments.delete',
  title: 'Delete comment',
  keywords: ['remove', 'thread'],
  group,
  icon: 'trash-2',
  when: mayComment,
  subject: { comment_id: onThread },
  effect: 'destructive',
  args: commentArgs,
  defaults: thread,
  load: async () => (await import('./comments-runs.ts')).deleteComment,
})

/** `isOn` defaults to true. */
export const reactionArgs = () => commentArgs().and({ emoji: 'string', 'isOn?': 'boolean' })

export const react = defineCommand({
  id: 'comments.react',
  title: 'React to comment…',
  keywords: ['emoji', 'like', 'thumbs up', 'agree'],
  group,
  icon: 'smile',
  when: mayComment,
  subject: { comment_id: onThread },
  effect: 'write',
  args: reactionArgs,
  defaults: thread,
  ask: {
    emoji: {
      kind: 'choice',
      title: 'Reaction',
      choices: reactionEmojis.map((emoji) => ({ value: emoji, label: emoji })),
    },
  },
  load: async () => (await import('./comments-runs.ts')).react,
})

/** Opens the next object with an open comment: in the current object's list, or else in the whole bucket. */
export const nextOpen = defineCommand({
  id: 'comments.next-open',
  title: 'Next open comment',
  keywords: ['go', 'unresolved', 'jump', 'review'],
  group,
  icon: 'arrow-right',
  when: inBucket,
  effect: 'nav',
  load: async () => (await import('./comments-runs.ts')).nextOpen,
})

export const showMine = defineCommand({
  id: 'comments.show-mine',
  title: 'Show comments that mention me',
  aliases: ['My mentions'],
  keywords: ['unread', 'for me', 'notices', 'bell'],
  group,
  icon: 'at-sign',
  when: inBucket,
  effect: 'nav',
  load: async () => (await import('./comments-runs.ts')).showMine,
})

export const markAllRead = defineCommand({
  id: 'comments.mark-all-read',
  title: 'Mark all comments as read',
  keywords: ['mentions', 'unread', 'notices'],
  group,
  icon: 'check',
  when: inBucket,
  effect: 'write',
  load: async () => (await import('./comments-runs.ts')).markAllRead,
})

export const mentionMailArgs = () => type({ mails: 'boolean' })

export const setMentionMails = defineCommand({
  id: 'comments.set-mention-mails',
  title: 'E-mails about mentions…',
  keywords: ['e-mail', 'email', 'mail', 'notifications', 'notices', 'unsubscribe', 'turn off'],
  group,
  icon: 'mail',
  when: has('session.isLoggedIn'),
  effect: 'write',
  args: mentionMailArgs,
  ask: {
    mails: {
      kind: 'choice',
      title: 'E-mails about comments that mention you',
      choices: [
        { value: true, label: 'On', help: 'At most one an hour for each thread' },
        { value: false, label: 'Off', help: 'Mentions appear on your home page' },
      ],
    },
  },
  load: async () => (await import('./comments-runs.ts')).setMentionMails,
})

export const commentCommands: readonly AnyCommand[] = [
  writeComment,
  commentOnField,
  sendComment,
  resolveThread,
  reopenThread,
  deleteComment,
  react,
  nextOpen,
  showMine,
  markAllRead,
  setMentionMails,
  mentionMails.open,
]
