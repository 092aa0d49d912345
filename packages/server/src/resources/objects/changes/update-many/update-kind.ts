import type { BodyOf } from '@typecase/contract/endpoint'
import type { PublishChoice } from '@typecase/contract/bulk-scope'
import type { updateObjects } from '@typecase/contract/objects'

import { invalid } from '../../../../http/failure.ts'
import type { BulkKind } from '../bulk/change.ts'
import { refusalAsReason } from '../bulk/refusal.ts'
import { assertOneChoice, editVersions, type WithPublish } from '../bulk/versions.ts'
import { editedState } from '../object-edit.ts'
import { unknownType } from '../../model/type-model.ts'

type Update = BodyOf<typeof updateObjects>['updates'][number]

/** The updates by the id of their object. */
export type Updates = Readonly<Record<string, WithPublish<Pick<Update, 'data' | 'rev'>>>>

/**
 * Returns updates by object. @throws Failure `invalid` for an object in two updates, and for a status next to `publish`
 */
export function updatesByID(updates: readonly Update[], choice: PublishChoice): Updates {
  const byID: Record<string, Updates[string]> = {}
  for (const [index, { object_id: id, ...update }] of updates.entries()) {
    if (Object.hasOwn(byID, id)) {
      const path = `updates.${index}.object_id`
      throw invalid(path, `${path} must name an object that no other update names`, 'unique')
    }
    assertOneChoice(choice, update.data, `updates.${index}.data`)
    byID[id] = { ...update, ...choice }
  }
  return byID
}

/** Updates objects, each with its own fields: the next state equals the result of `objects/update`. */
export const updateKind: BulkKind<Updates> = {
  title: (_updates, objects) => `Update ${objects}`,

  step: (updates) => async (object, model, stamp, context) => {
    const update = updates[object.id]
    if (!update) return undefined
    if (update.rev !== undefined && update.rev !== object.rev) {
      return { reason: 'Someone else has changed it since.' }
    }
    const type = model ?? unknownType(object.type)
    return editVersions(context.access, object, update.publish, async (version, status) => {
      const data = { ...(status && { status }), ...update.data }
      return refusalAsReason(() =>
        editedState(context.db, context.access, type, version, data, stamp),
      )
    })
  },
}
