import { undoChangeSet as undo } from '@typecase/contract/change-sets'
import { type ArgsOf, type Run, refTo } from '@typecase/plugin-sdk/command'
import { Api, Queries } from '@typecase/plugin-sdk/services'

import { undoChangeSet, type changeSetArgs } from './job-commands.ts'

export const run: Run<ArgsOf<typeof changeSetArgs>> = async (
  { change_set_id },
  { services, facts },
) => {
  const slug = facts['route.bucketSlug']
  if (slug === undefined) throw new Error('Open the bucket of this change first.')
  const {
    restored,
    skipped,
    change_set_id: id,
  } = await services.get(Api).call(undo, { body: { slug, change_set_id } })
  await services.get(Queries).invalidateQueries()
  return {
    message: restored === 1 ? 'Restored 1 object' : `Restored ${restored ?? 'the'} objects`,
    ...(id && { undo: refTo(undoChangeSet, { change_set_id: id }) }),
    failures: (skipped ?? []).map(({ object_id, reason }) => ({ id: object_id, reason })),
  }
}
