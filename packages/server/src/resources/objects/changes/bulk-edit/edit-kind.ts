import type { BulkEditData } from '@typecase/contract/bulk-edit'
import type { ErrorDetail } from '@typecase/contract/errors'

import { invalid } from '../../../../http/failure.ts'
import type { BulkKind, StepResult, StepContext } from '../bulk/change.ts'
import { describeProblems, refusalAsReason } from '../bulk/refusal.ts'
import { editVersions, type WithPublish } from '../bulk/versions.ts'
import { parseValues, type Stamp, type Status, type StoredObject } from '../../model/state.ts'
import { brokenReferences } from '../../store/reference-targets.ts'
import { editedState, type ObjectData } from '../object-edit.ts'
import { type TypeModel, unknownType } from '../../model/type-model.ts'
import {
  type CompiledEdits,
  compileEdits,
  objectEdits,
  problemsOfObjectFields,
} from './compile-edits.ts'
import { sentWith, valueAt } from './edited-field.ts'
import { editedValue } from './edit-value.ts'
import { editedObjectFields } from './edited-object-fields.ts'
import { filledIn } from './template.ts'

/** Maximum number of metafields that one call edits. */
const MAX_SHOWN = 100

/** Edits fields: each object's next state equals the result of `objects/update` with the resulting values. */
export const editKind: BulkKind<WithPublish<BulkEditData>> = {
  title: (data, objects) => `Change ${describeFields(data)} of ${objects}`,

  async check(data, models, context) {
    const edits = Object.keys(data.metadata ?? {}).length
    if (edits > MAX_SHOWN) {
      const message = `data.metadata must name at most ${MAX_SHOWN} fields`
      throw invalid('data.metadata', message, 'max')
    }
    if (namesOf(data).length === 0) {
      throw invalid('data', 'data must say what to change', 'required')
    }
    const fieldProblems = problemsOfObjectFields(data)
    if (fieldProblems.length > 0) throw invalid(fieldProblems)
    const problems: ErrorDetail[][] = []
    for (const model of models) problems.push(await problemsFor(data, model, context))
    const [first = []] = problems
    // Edits that are valid for some types apply to their objects; other objects are skipped with a reason.
    if (first.length > 0 && problems.every((errors) => errors.length > 0)) throw invalid(first)
  },

  step(data) {
    const byType = new Map<string, CompiledEdits>()
    return (object, model = unknownType(object.type), stamp, context) => {
      let edits = byType.get(object.type)
      if (!edits) byType.set(object.type, (edits = compileEdits(data, model)))
      const compiled = edits
      return editVersions(context.access, object, data.publish, (version, status) =>
        editObject({ data, edits: compiled, status }, version, model, stamp, context),
      )
    }
  },
}

async function problemsFor(
  data: BulkEditData,
  model: TypeModel,
  { db, access }: StepContext,
): Promise<ErrorDetail[]> {
  const { problems, references } = compileEdits(data, model)
  return [...problems, ...(await brokenReferences(db, access, references))]
}

interface VersionEdit {
  data: BulkEditData
  edits: CompiledEdits
  /** The status of the new version, unless the data has one. */
  status: Status | undefined
}

async function editObject(
  { data, edits, status: chosen }: VersionEdit,
  object: StoredObject,
  model: TypeModel,
  stamp: Stamp,
  context: StepContext,
): Promise<StepResult> {
  if (edits.problems.length > 0) return { reason: describeProblems(edits.problems) }
  const needsValues =
    edits.metadata.length > 0 || objectEdits(data).some(([, { op }]) => op === 'template')
  const values = needsValues ? parseValues(object.state.metadata) : {}
  const editedFields = await editedObjectFields(data, object, values, model, context)
  if ('reason' in editedFields) return editedFields
  const metadata = editedMetadata(edits, object, values, model)
  if ('reason' in metadata) return metadata
  const { status, locale, publish_at, unpublish_at } = data
  const sent: ObjectData = {
    ...editedFields,
    ...(status !== undefined && { status }),
    ...(locale !== undefined && { locale }),
    ...(publish_at !== undefined && { publish_at }),
    ...(unpublish_at !== undefined && { unpublish_at }),
    ...(Object.keys(metadata.sent).length > 0 && { metadata: metadata.sent }),
  }
  if (Object.keys(sent).length === 0) return undefined
  const all = { ...(chosen && { status: chosen }), ...sent }
  return refusalAsReason(() => editedState(context.db, context.access, model, object, all, stamp))
}

function editedMetadata(
  { metadata }: CompiledEdits,
  object: StoredObject,
  values: Readonly<Record<string, unknown>>,
  model: TypeModel,
): { sent: Record<string, unknown> } | { reason: string } {
  let sent: Record<string, unknown> = {}
  for (const { path, edit } of metadata) {
    const now = { ...values, ...sent }
    const before = valueAt(now, path)
    const next =
      edit.op === 'template'
        ? { value: filledIn(String(edit.value), object, values, model) }
        : editedValue(path.field, before, edit)
    if ('reason' in next) return { reason: `${path.keys.join('.')}: ${next.reason}` }
    if (next.value === before) continue
    const [key, value] = sentWith(now, path, next.value)
    sent = { ...sent, [key]: value }
  }
  return { sent }
}

function namesOf({
  fields = {},
  metadata = {},
  publish: _,
  ...objectEdits
}: WithPublish<BulkEditData>): string[] {
  const set = Object.entries(objectEdits).filter(([, value]) => value !== undefined)
  return [...set.map(([name]) => name), ...Object.keys(fields), ...Object.keys(metadata)]
}

const MAX_FIELD_NAMES = 3

/** Formats the names of the fields: `price, year` or `price, year, color and 2 more`. */
function describeFields(data: BulkEditData): string {
  const names = namesOf(data)
  const list = names.slice(0, MAX_FIELD_NAMES).join(', ')
  return names.length > MAX_FIELD_NAMES
    ? `${list} and ${names.length - MAX_FIELD_NAMES} more`
    : list
}
