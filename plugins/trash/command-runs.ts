import { listTrash } from '@typecase/contract/trash'
import { bucketSlugOf } from '@typecase/content/bucket-slug'
import type { ArgsOf, CommandModule } from '@typecase/plugin-sdk/command'
import { followJob } from '@typecase/content/follow-job'
import { countInWords, nounFor, objectNoun } from '@typecase/content/noun'
import { Api, Selection } from '@typecase/plugin-sdk/services'

import * as calls from './calls.ts'
import { TRASHED, type restoreArgs, type restoreAllArgs, type emptyArgs } from './commands.ts'
import { refreshTrash } from './queries.ts'
import { UNDO_TIME } from '@typecase/content/undo-in-words'

export const restoreObjects: CommandModule<ArgsOf<typeof restoreArgs>> = {
  /** Brings objects back: some, or all that match, which is a job where they are many. */
  async *run(args, context) {
    const { services, facts, signal } = context
    const bucket = bucketSlugOf(facts)
    const { endpoint, body } = calls.restoreTrash.callOf(args, { bucketSlug: bucket })
    const answer = await services.get(Api).call(endpoint, { body }, { signal })
    const job = answer.job ? yield* followJob(answer.job, bucket, context) : undefined
    await refreshTrash(services)
    services.get(Selection).clear(TRASHED)
    const restored = job?.done ?? answer.restored ?? 0
    const left = job?.errors ?? answer.failed ?? []
    const count = job?.failed ?? left.length
    const id = job ? job.change_set_id : answer.change_set_id
    const failures = left.flatMap(({ object_id, reason }) =>
      object_id === undefined ? [] : [{ id: object_id, reason }],
    )
    const rest =
      count > 0 ? ` ${countInWords(count)} stayed in the trash. ${left[0]?.reason ?? ''}` : ''
    return {
      message: `Restored ${countInWords(restored)}.${rest}`,
      ...(failures.length > 0 && { failures }),
      // The history's command: it follows the job that a large undo is.
      ...(id && { undo: { command: 'jobs.undo-change-set', args: { change_set_id: id, bucket } } }),
    }
  },
}

/** Objects that the plan names. */
const SHOWN = 200

export const restoreAll: CommandModule<ArgsOf<typeof restoreAllArgs>> = {
  plan: async ({ q }, { services, facts, signal }) => {
    const query = { slug: bucketSlugOf(facts), q, limit: SHOWN }
    const { objects, total } = await services.get(Api).call(listTrash, { query }, { signal })
    return {
      title: `Restore ${countInWords(total)}`,
      counts: [{ label: nounFor(total, objectNoun), value: total }],
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

export const emptyTrash: CommandModule<ArgsOf<typeof emptyArgs>> = {
  run: async (args, { services, facts }) => {
    const { endpoint, body } = calls.emptyTrash.callOf(args, { bucketSlug: bucketSlugOf(facts) })
    const { deleted } = await services.get(Api).call(endpoint, { body })
    await refreshTrash(services)
    return { message: `Deleted ${countInWords(deleted)} for good` }
  },
}
