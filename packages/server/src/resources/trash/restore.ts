import type { Work } from '../../bulk/change-many.ts'
import { MISSING, formatObjectCount } from '../objects/changes/bulk/change-objects.ts'
import { restoreStates } from '../objects/changes/restore-states.ts'
import { readObjects } from '../objects/store/store.ts'
import { loadForLimits } from '../plans/limits.ts'
import { loadUniqueValues } from '../objects/queries/unique-holders.ts'

/** Restores objects from the trash. An object type that was deleted with them is restored first. */
export const restoreWork: Work<null> = {
  kind: 'trash.restore',
  title: (_params, count) => `Restore ${formatObjectCount(count)}`,
  async load(app, access) {
    await loadForLimits(app, access)
    await loadUniqueValues(app, access)
  },

  async change(app, write, access, _params, ids, reason) {
    const objects = await readObjects(write.db, access, ids, 'trashed')
    const formers = ids.flatMap((id) => {
      const object = objects.get(id)
      const state = object && { ...object.state, deleted_at: null, deleted_by: null }
      return state ? [{ object, state }] : []
    })
    const { restored, refused, changeSetId } = await restoreStates(
      app,
      write,
      access,
      formers,
      reason,
    )
    const failed = ids.flatMap((object_id) => {
      const object = objects.get(object_id)
      const why = object ? refused.get(object_id) : MISSING
      return why === undefined ? [] : [{ object_id, title: object?.state.title ?? '', reason: why }]
    })
    return { matched: objects.size, modified: restored, failed, changeSetId }
  },
}
