import * as trash from '@typecase/contract/trash'
import { bucketSlugOf } from '@typecase/content/bucket-slug'
import { followJob } from '@typecase/content/follow-job'
import { UNDO_TIME, undoOfChanges } from '@typecase/content/words/undo'
import type { ArgsOf, CommandModule } from '@typecase/plugin-sdk/command'
import type { CallModule } from '@typecase/plugin-sdk/server-call'
import { Api, Selection } from '@typecase/plugin-sdk/services'
import { formatCount, plural } from '@typecase/ui/count'

import type { emptyArgs, restoreAllArgs, restoreArgs } from './commands.ts'
import { refreshTrash, TRASH_SELECTION } from './record.ts'

/** Limit of objects listed in the plan. */
const PLAN_SIZE = 200

export const restoreCall: CallModule<ArgsOf<typeof restoreArgs>> = {
  callOf: ({ object_ids, q }, { bucketSlug: slug }) => ({
    endpoint: trash.restoreTrash,
    body: { slug, ...(object_ids && { object_ids }), ...(q !== undefined && { q }) },
  }),
}

export const restoreObjects: CommandModule<ArgsOf<typeof restoreArgs>> = {
  /** Restores some objects, or all that match. Many objects become a job. */
  async *run({ object_ids, q }, context) {
    const { services, facts } = context
    const slug = bucketSlugOf(facts)
    const body = { slug, ...(object_ids && { object_ids }), ...(q !== undefined && { q }) }
    const answer = await services.get(Api).call(trash.restoreTrash, { body })
    const job = answer.job ? yield* followJob(answer.job, slug, context) : undefined
    await refreshTrash(services)
    services.get(Selection).clear(TRASH_SELECTION)
    const restored = job?.done ?? answer.restored ?? 0
    const errors = job?.errors ?? answer.failed ?? []
    const count = job?.failed ?? errors.length
    const id = job ? job.change_set_id : answer.change_set_id
    const failures = errors.flatMap(({ object_id, reason }) =>
      object_id === undefined ? [] : [{ id: object_id, reason }],
    )
    const rest =
      count > 0
        ? ` ${formatCount(count, 'object')} stayed in the trash. ${errors[0]?.reason ?? ''}`
        : ''
    return {
      message: `Restored ${formatCount(restored, 'object')}.${rest}`,
      ...(failures.length > 0 && { failures }),
      ...(id && { undo: undoOfChanges(slug, id) }),
    }
  },
}

export const restoreAll: CommandModule<ArgsOf<typeof restoreAllArgs>> = {
  async plan({ q }, { services, facts, signal }) {
    const query = { slug: bucketSlugOf(facts), q, limit: PLAN_SIZE }
    const { objects, total } = await services.get(Api).call(trash.listTrash, { query }, { signal })
    return {
      title: `Restore ${formatCount(total, 'object')}`,
      counts: [{ label: plural(total, 'object'), value: total }],
      skipped: [],
      changes: objects.map(({ id, title, type }) => ({
        id,
        label: title || 'Untitled',
        field: '',
        before: 'In the trash',
        after: `Among ${type}`,
      })),
      changeCount: objects.length,
      total,
      isReversible: true,
      undoTime: UNDO_TIME,
    }
  },
  run: restoreObjects.run,
}

export const emptyCall: CallModule<ArgsOf<typeof emptyArgs>> = {
  callOf: (_args, { bucketSlug: slug }) => ({ endpoint: trash.emptyTrash, body: { slug } }),
}

export const emptyTrash: CommandModule<ArgsOf<typeof emptyArgs>> = {
  // The phrase is an argument of the command, so that terminals ask for it as well.
  confirmation: async () => undefined,
  async run(_args, { services, facts }) {
    const body = { slug: bucketSlugOf(facts) }
    const { deleted } = await services.get(Api).call(trash.emptyTrash, { body })
    await refreshTrash(services)
    return { message: `Permanently deleted ${formatCount(deleted, 'object')}.` }
  },
}
