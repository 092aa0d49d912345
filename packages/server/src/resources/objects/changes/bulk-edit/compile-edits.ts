import type { BulkEditData, BulkOp, EditedField, FieldEdit } from '@typecase/contract/bulk-edit'
import { opsOf, opsOfOwn } from '@typecase/contract/bulk-ops'
import { isListType, isTextType } from '@typecase/contract/field-types'
import type { ErrorDetail } from '@typecase/contract/errors'
import type { Metafield } from '@typecase/contract/metafields'

import { checkValues } from '@typecase/contract/field-values/check-values'
import type { Findings } from '@typecase/contract/field-values/value-check'
import { newFindings } from '../../model/values/findings.ts'
import { localeProblem } from '../../model/object-locale.ts'
import type { TypeModel } from '../../model/type-model.ts'
import { type FieldPath, fieldOfPath } from './edited-field.ts'
import { unknownPath } from './template.ts'

/** Edits compiled for the objects of one type. */
export interface CompiledEdits extends Findings {
  metadata: { readonly path: FieldPath; readonly edit: FieldEdit }[]
}

/** Returns the edits of an object's own fields that a call sends. */
export const objectEdits = ({ fields = {} }: BulkEditData): [EditedField, FieldEdit][] =>
  // The schema allows only these keys.
  Object.entries(fields) as [EditedField, FieldEdit][]

/** Returns the problems of edits to an object's own fields, which do not depend on its type. */
export function problemsOfObjectFields(data: BulkEditData): ErrorDetail[] {
  return objectEdits(data).flatMap(([name, edit]) => {
    const at = `data.fields.${name}`
    return problemOfOp(at, opsOfOwn[name], name, edit) ?? problemOfText(at, edit) ?? []
  })
}

/** Compiles edits for objects of a type, and collects the problems that would affect all of them. */
export function compileEdits(data: BulkEditData, model: TypeModel): CompiledEdits {
  const compiled: CompiledEdits = { ...newFindings(), metadata: [] }
  const locale = data.locale ? localeProblem(model, data.locale, 'data.locale') : undefined
  if (locale) compiled.problems.push(locale)
  for (const [name, edit] of objectEdits(data)) {
    compiled.problems.push(...problemsOfTemplate(`data.fields.${name}`, edit, model))
  }
  for (const [name, edit] of Object.entries(data.metadata ?? {})) {
    const at = `data.metadata.${name}`
    const path = fieldOfPath(model, name)
    if (!path) {
      const message = `${at} is not a field of “${model.title}”`
      compiled.problems.push({ path: at, message, rule: 'unknown_key' })
      continue
    }
    const { type } = path.field
    const problem = problemOfOp(at, opsOf(type), `a field of type ${type}`, edit)
    if (problem) compiled.problems.push(problem)
    else compiled.metadata.push({ path, edit: withValue(at, path.field, edit, model, compiled) })
  }
  return compiled
}

function problemOfOp(
  at: string,
  ops: readonly BulkOp[],
  what: string,
  { op, value }: FieldEdit,
): ErrorDetail | undefined {
  if (!ops.includes(op)) {
    const path = `${at}.op`
    const message = `${path} must be one of ${ops.join(', ')} for ${what}`
    return { path, message, rule: 'op' }
  }
  if (op === 'clear' || value !== undefined) return undefined
  return { path: `${at}.value`, message: `${at}.value is a required field`, rule: 'required' }
}

/** Checks the text of an edit: adding or removing an empty text would do nothing. */
function problemOfText(at: string, { op, value }: FieldEdit): ErrorDetail | undefined {
  if (op === 'clear') return undefined
  const path = `${at}.value`
  if (typeof value !== 'string') return { path, message: `${path} must be a text`, rule: 'type' }
  if (value !== '' || op === 'set') return undefined
  return { path, message: `${path} is a required field`, rule: 'required' }
}

function problemsOfTemplate(at: string, { op, value }: FieldEdit, model: TypeModel) {
  const unknown =
    op === 'template' && typeof value === 'string' ? unknownPath(value, model) : undefined
  if (unknown === undefined) return []
  const path = `${at}.value`
  const message = `${path} names {${unknown}}, which is not a field of “${model.title}” that fits into a text`
  return [{ path, message, rule: 'template' }]
}

/** Returns the edit with its value in the stored form, and adds problems and references to the findings. */
function withValue(
  at: string,
  field: Metafield,
  edit: FieldEdit,
  model: TypeModel,
  findings: Findings,
): FieldEdit {
  const { op } = edit
  const problem = (path: string, words: string, rule: string) =>
    findings.problems.push({ path, message: `${path} ${words}`, rule })
  if (op === 'clear') return edit
  if (op === 'increment') {
    if (!Number.isFinite(edit.value)) problem(`${at}.value`, 'must be a number', 'type')
    return edit
  }
  if (isTextType(field.type) && op !== 'set') {
    const text = problemOfText(at, edit)
    findings.problems.push(...(text ? [text] : problemsOfTemplate(at, edit, model)))
    return edit
  }
  const value = valueFor(field, edit)
  if (isToOne(field) && Array.isArray(value)) {
    problem(`${at}.value`, 'must be one value', 'type')
    return edit
  }
  // Even options that no longer exist must be removable.
  if (op === 'remove') return { op, value }
  if (model.fields.length === 0) return edit
  // The limits of a list apply to the result, which differs for each object.
  const free = op === 'set' ? field : { ...field, max: null }
  const sent = op === 'set' ? edit.value : value
  return { op, value: checkedValue(`${at}.value`, free, sent, findings) }
}

const isToOne = ({ type }: Metafield) => type === 'object' || type === 'file'

/**
 * Returns the value of an edit. A list field also accepts a single value, and adding to or removing from a single
 * relation also accepts a list of one.
 */
function valueFor(field: Metafield, { op, value }: FieldEdit): unknown {
  if (isListType(field.type)) return Array.isArray(value) ? value : [value]
  const isOfOne = isToOne(field) && op !== 'set' && Array.isArray(value) && value.length === 1
  return isOfOne ? value[0] : value
}

/** Returns the stored form of a value; its problems name the path of the edit. */
function checkedValue(at: string, field: Metafield, value: unknown, findings: Findings): unknown {
  const stepFindings = newFindings()
  const checked = checkValues([field], { [field.key]: value }, '', stepFindings)
  const prefix = `.${field.key}`
  const pathOfEdit = (path: string) => at + path.slice(prefix.length)
  findings.problems.push(
    ...stepFindings.problems.map(({ path, message, ...rest }) => ({
      ...rest,
      path: pathOfEdit(path),
      message: message.startsWith(path) ? pathOfEdit(path) + message.slice(path.length) : message,
    })),
  )
  findings.references.push(
    ...stepFindings.references.map((reference) => ({
      ...reference,
      path: pathOfEdit(reference.path),
    })),
  )
  return checked[field.key]
}
