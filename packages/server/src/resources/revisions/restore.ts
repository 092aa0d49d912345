import { isEmpty } from '@typecase/contract/field-values/value-check'

import { Failure, invalid } from '../../http/failure.ts'
import { parseValues } from '../objects/model/state.ts'
import type { ObjectData } from '../objects/changes/object-edit.ts'
import { localeProblem } from '../objects/model/object-locale.ts'
import type { TypeModel } from '../objects/model/type-model.ts'
import type { Revision } from './store.ts'

/** The fields that every object has and that a revision restores. Publication and its end must be scheduled again. */
const RESTORED_FIELDS = ['title', 'slug', 'content', 'thumbnail', 'locale'] as const

/** A field that restoring a whole revision skips, and the reason. */
export interface SkippedField {
  field: string
  message: string
}

/**
 * Returns the body of a save that restores the values of a revision, as a draft. A field that the revision lacks,
 * because it was added or renamed since, keeps its value.
 * @param fields names of the fields to restore; all by default
 * @param skipped collects the fields that no longer fit; those that the type does not have are added to it
 * @throws Failure `invalid` for a field that neither the revision nor the type has
 */
export function dataOf(
  { state }: Revision,
  model: TypeModel,
  fields: readonly string[] | undefined,
  skipped: SkippedField[],
): ObjectData {
  const { fields: typeFields } = model
  const isInType = ([key]: [string, unknown]) =>
    typeFields.length === 0 || typeFields.some((field) => field.key === key)
  const entries = Object.entries(parseValues(state.metadata))
  const values = entries.filter(isInType)
  const all = new Set<string>([...RESTORED_FIELDS, ...values.map(([key]) => `metadata.${key}`)])
  for (const [index, field] of (fields ?? []).entries()) {
    if (!all.has(field)) {
      const path = `fields.${index}`
      throw invalid(path, `${path} must be a field that this revision and the type have`, 'field')
    }
  }
  const refuse = (field: string, message: string) => {
    if (!skipped.some((one) => one.field === field)) skipped.push({ field, message })
  }
  if (!fields) {
    for (const entry of entries) {
      const field = `metadata.${entry[0]}`
      if (!isInType(entry) && !isEmpty(entry[1])) refuse(field, 'is no longer a field of the type')
    }
    // A locale that the type no longer has would block all other fields.
    const problem = state.locale ? localeProblem(model, state.locale, 'locale') : undefined
    if (problem) refuse('locale', problem.message.replace('locale ', ''))
  }
  const fieldNames = new Set(fields ?? all)
  if (!fields) for (const { field } of skipped) fieldNames.delete(field)
  return {
    status: 'draft',
    ...Object.fromEntries(
      RESTORED_FIELDS.flatMap((name) => (fieldNames.has(name) ? [[name, state[name]]] : [])),
    ),
    metadata: Object.fromEntries(values.filter(([key]) => fieldNames.has(`metadata.${key}`))),
  }
}

/** Returns the fields because of which a save was refused: their values do not fit, or are taken. */
export function unfitting(reason: unknown): SkippedField[] {
  if (!(reason instanceof Failure) || !['invalid', 'conflict'].includes(reason.code)) return []
  return (reason.extra.details ?? []).flatMap(({ path, message }) => {
    const [, field] = /^data\.(metadata\.[^.]+|[^.]+)/.exec(path) ?? []
    return field === undefined ? [] : [{ field, message: message.replace(`${path} `, '') }]
  })
}
