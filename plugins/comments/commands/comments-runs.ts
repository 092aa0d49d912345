import { objectRoute } from '@typecase/content/routes'
import * as calls from '@typecase/contract/comments'
import { updateUser } from '@typecase/contract/users'
import type { AskContext, PickerRow } from '@typecase/plugin-sdk/ask'
import { holdsWords } from '@typecase/plugin-sdk/text-match'
import { bucketSlugOf } from '@typecase/content/bucket-slug'
import { findAhead, noneAhead, reviewQueue } from '@typecase/content/review-queue'
import {
  type ArgsOf,
  type CommandModule,
  type Outcome,
  refTo,
  type RunContext,
} from '@typecase/plugin-sdk/command'
import { Api, Session } from '@typecase/plugin-sdk/services'

import { fieldsOf, refreshComments, typeOfObject } from '../queries.ts'
import { commentsRoute } from '../routes.ts'
import {
  type commentArgs,
  type mentionMailArgs,
  type reactionArgs,
  reopenThread,
  resolveThread,
  setMentionMails as setMentionMailsCommand,
} from './comments.ts'

type Args = ArgsOf<typeof commentArgs>

async function settle(args: Args, context: RunContext, resolved: boolean): Promise<Outcome> {
  const { services, facts } = context
  const body = { slug: bucketSlugOf(facts), ...args, resolved }
  await services.get(Api).call(calls.resolveComment, { body })
  await refreshComments(services)
  return {
    message: resolved ? 'The thread is resolved.' : 'The thread is open again.',
    undo: refTo(resolved ? reopenThread : resolveThread, args),
  }
}

export const resolve: CommandModule<Args> = {
  run: (args, context) => settle(args, context, true),
}

export const reopen: CommandModule<Args> = {
  run: (args, context) => settle(args, context, false),
}

export const deleteComment: CommandModule<Args> = {
  confirmation: async () => ({
    title: 'Delete this comment?',
    text: 'Its replies go with it. This cannot be undone.',
    action: 'Delete',
  }),
  async run(args, { services, facts }) {
    const query = { slug: bucketSlugOf(facts), ...args }
    await services.get(Api).call(calls.deleteComment, { query })
    await refreshComments(services)
    return { message: 'Comment deleted.' }
  },
}

export const setMentionMails: CommandModule<ArgsOf<typeof mentionMailArgs>> = {
  async run({ mails }, { services }) {
    const body = { data: { mention_mails: mails } }
    const { user } = await services.get(Api).call(updateUser, { body })
    services.get(Session).saveUser(user)
    return {
      message: mails
        ? 'You get e-mails about mentions'
        : 'You no longer get e-mails about mentions',
      undo: refTo(setMentionMailsCommand, { mails: !mails }),
    }
  },
}

export const react: CommandModule<ArgsOf<typeof reactionArgs>> = {
  async run({ isOn = true, ...args }, { services, facts }) {
    const body = { slug: bucketSlugOf(facts), ...args }
    await services.get(Api).call(isOn ? calls.addReaction : calls.removeReaction, { body })
    await refreshComments(services)
    return {}
  },
}

/** Limit of threads that are searched for the next one. */
const MAX_THREADS = 1000

export const nextOpen: CommandModule = {
  async run(_args, { services, facts, go, page, signal }) {
    const slug = bucketSlugOf(facts)
    const query = { slug, resolved: false, limit: MAX_THREADS }
    const { comments } = await services.get(Api).call(calls.listComments, { query }, { signal })
    const queue = page(reviewQueue)
    if (queue) {
      const open = new Set(comments.map(({ object_id }) => object_id))
      const objectID = await findAhead(queue, () => Promise.resolve(open), signal)
      if (objectID === undefined) return { message: noneAhead(queue, 'has an open comment') }
      await go(objectRoute, { params: { bucketSlug: slug, objectID } })
      return {}
    }
    // Objects sorted by their newest thread. The next one follows the open object.
    const objects = [...new Set(comments.map(({ object_id }) => object_id))]
    const at = objects.indexOf(facts['route.objectID'] ?? '')
    const next = objects[(at + 1) % Math.max(objects.length, 1)]
    if (next === undefined) return { message: 'There are no open comments in this bucket.' }
    if (next === objects[at]) return { message: 'All open comments are on this object.' }
    await go(objectRoute, { params: { bucketSlug: slug, objectID: next } })
    return {}
  },
}

export const showMine: CommandModule = {
  async run(_args, { go }) {
    await go(commentsRoute, { search: { show: 'mine' } })
  },
}

export const markAllRead: CommandModule = {
  async run(_args, { services, facts }) {
    await services.get(Api).call(calls.readComments, { body: { slug: bucketSlugOf(facts) } })
    await refreshComments(services)
    return { message: 'All comments are read.' }
  },
}

/** Returns the fields of the open object. */
export async function fieldRows(
  query: string,
  { services, facts }: AskContext,
): Promise<PickerRow[]> {
  const type = await typeOfObject(services, bucketSlugOf(facts), facts['route.objectID'] ?? '')
  return fieldsOf(type)
    .map(({ id, title }) => ({ id, value: id, label: title }))
    .filter(({ label }) => holdsWords(label, query))
}
