import { readBucket } from '@typecase/content/bucket'
import { getBucket, updateBucket } from '@typecase/contract/buckets'
import { type ArgsOf, type CommandModule, refTo } from '@typecase/plugin-sdk/command'
import { Api, Queries } from '@typecase/plugin-sdk/services'
import { formatCount } from '@typecase/ui/count'

import { thinAfter as thinAfterCommand, type thinArgs } from './thinning.ts'

/** Sets when revisions are thinned. An undo changes the setting back, but does not restore deleted revisions. */
export const thinAfter: CommandModule<ArgsOf<typeof thinArgs>> = {
  async run({ bucket, days }, { services }) {
    const { thin_revisions_after: before } = await readBucket(services, bucket)
    const body = { slug: bucket, data: { thin_revisions_after: days === 0 ? null : days } }
    await services.get(Api).call(updateBucket, { body })
    await services.get(Queries).invalidateQueries({ queryKey: [getBucket.id] })
    return {
      message:
        days === 0
          ? 'Every revision is kept.'
          : `For revisions older than ${formatCount(days, 'day')}, the last of each day is kept.`,
      undo: refTo(thinAfterCommand, { bucket, days: before ?? 0 }),
    }
  },
}
