import { editKind } from '../bulk-edit/edit-kind.ts'
import type { BulkChange, BulkKind } from './change.ts'
import { duplicateKind } from './duplicate-kind.ts'
import { withUniqueGuard } from './unique-guard.ts'
import { withSharedSlugGuard } from './shared-slugs.ts'
import { macroKind } from './macro-kind.ts'
import {
  newestVersion,
  parseValues,
  publishState,
  trashState,
  unpublishState,
} from '../../model/state.ts'
import { missingValues } from '@typecase/contract/field-values/missing-values'
import { tellingTitles } from './reason-in-titles.ts'
import { referenceKind } from '../replace-reference.ts'
import { replaceKind } from '../replace/replace-kind.ts'
import { updateKind } from '../update-many/update-kind.ts'

const publish: BulkKind = {
  title: (_params, objects) => `Publish ${objects}`,
  step: () => (object, model, stamp) => {
    const { state } = object
    const missing = missingValues(model?.fields ?? [], parseValues(state.metadata), '')
    if (missing.length > 0) return { reason: missing.map(({ message }) => message).join('; ') }
    return publishState(state, newestVersion(state), stamp)
  },
}

const unpublish: BulkKind = {
  title: (_params, objects) => `Unpublish ${objects}`,
  step:
    () =>
    ({ state }, _model, stamp) =>
      unpublishState(state, stamp),
}

const trash: BulkKind = {
  title: (_params, objects) => `Delete ${objects}`,
  step:
    () =>
    ({ state }, _model, stamp) =>
      trashState(state, stamp),
}

const review: BulkKind = {
  title: (_params, objects) => `Mark ${objects} as reviewed`,
  step: () => (object) =>
    object.state.unreviewed ? { ...object.state, unreviewed: null } : undefined,
}

/** All kinds of bulk changes. */
export const bulkKinds: Readonly<Record<string, BulkKind>> = {
  publish: withUniqueGuard(tellingTitles(publish)),
  unpublish,
  delete: trash,
  review,
  duplicate: duplicateKind,
  bulkEdit: withUniqueGuard(withSharedSlugGuard(tellingTitles(editKind))),
  searchAndReplace: withUniqueGuard(withSharedSlugGuard(tellingTitles(replaceKind))),
  replaceReference: withUniqueGuard(tellingTitles(referenceKind)),
  updateMany: withUniqueGuard(withSharedSlugGuard(tellingTitles(updateKind))),
  macro: macroKind((change) => kindOf(change)),
}

/** Returns the kind of a change. @throws for a kind that this version does not know */
export function kindOf({ kind }: BulkChange): BulkKind {
  const bulkKind = Object.hasOwn(bulkKinds, kind) ? bulkKinds[kind] : undefined
  if (!bulkKind) throw new Error(`There is no bulk change of kind ${kind}.`)
  return bulkKind
}
