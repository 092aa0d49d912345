import { checkValues } from '@typecase/contract/field-values/check-values'
import { inexactNumberIn } from '@typecase/contract/field-values/exact-number'
import { missingValue } from '@typecase/contract/field-values/missing-values'
import { isVisible } from '@typecase/contract/field-values/show-when'
import { type Findings, isEmpty } from '@typecase/contract/field-values/value-check'
import type { Metafield } from '@typecase/contract/metafields'

import { isRecord } from './json-equal.ts'
import type { Path } from './path.ts'
import { patternOf } from './patterns.ts'
import { type KindProblem, noKindProblem, type Problem } from './problem.ts'
import { problemFrom } from './server-problems.ts'
import { isUnreadable, type Values } from './values.ts'

/** Returns the problem with one field's value, or undefined. Does not validate the field's children. */
export const problemOf = (
  field: Metafield,
  value: unknown,
  kindProblem: KindProblem = noKindProblem,
): string | undefined => problemsOfField(field, value, 'metadata', kindProblem)[0]?.message

/**
 * Applies the server's own rules to one field: errors that it would report, and values that are required to publish.
 */
function problemsOfField(
  field: Metafield,
  value: unknown,
  prefix: Path,
  kindProblem: KindProblem,
  isHidden = false,
): Problem[] {
  const path = `${prefix}.${field.key}`
  const plainValue = withoutInner(field, isUnreadable(value) ? value['~typed'] : value)
  const findings: Findings = { problems: [], references: [], patternOf }
  const { [field.key]: stored } = checkValues(
    [field],
    { [field.key]: plainValue },
    prefix,
    findings,
  )
  const broken = findings.problems.map((detail): Problem =>
    // An unknown key has no field, and so no title.
    detail.rule === 'unknown_key'
      ? { path: detail.path, message: detail.message }
      : problemFrom(detail, field),
  )
  const lost = isUnreadable(value) ? inexactNumberIn(value['~typed']) : undefined
  if (lost && broken.length === 0) {
    const message = `${field.title} has the number ${lost.source}, which would lose digits: write it as text, "${lost.source}"`
    return [{ path, message }]
  }
  if (broken.length > 0 || isHidden) return broken
  const missing = missingValue(field, stored, path).map((detail) => problemFrom(detail, field))
  const message = isEmpty(value) ? undefined : kindProblem(field, value)
  return [...missing, ...(message ? [{ path, message }] : [])].map((problem) => ({
    ...problem,
    canWait: true,
  }))
}

/** Removes the values of inner fields from groups and rows; those are validated one by one. */
function withoutInner(field: Metafield, value: unknown): unknown {
  const keys = new Set(innerFields(field).map(({ key }) => key))
  const strip = (one: unknown) =>
    isRecord(one) ? Object.fromEntries(Object.entries(one).filter(([key]) => !keys.has(key))) : one
  if (field.type === 'parent') return strip(value)
  return field.type === 'repeater' && Array.isArray(value) ? value.map(strip) : value
}

const innerFields = ({ type, children, repeater_fields: rows }: Metafield): readonly Metafield[] =>
  (type === 'repeater' ? (rows ?? children) : children) ?? []

/** Returns every broken rule, in the order of the fields. */
export function problemsOf(
  fields: readonly Metafield[],
  values: Values,
  kindProblem?: KindProblem,
): Problem[] {
  const title = values.title.trim() === '' ? 'Title is a required field' : undefined
  return [
    ...(title ? [{ path: 'title', message: title }] : []),
    ...problemsWithin(fields, values.metadata, 'metadata', { kindProblem }),
  ]
}

interface Surroundings {
  readonly around?: unknown
  readonly kindProblem?: KindProblem | undefined
  /** Hidden fields require nothing, but their values must be valid. */
  readonly isHidden?: boolean
}

/** Returns the broken rules among sibling fields, such as those of one row. */
export function problemsWithin(
  fields: readonly Metafield[],
  siblings: unknown,
  prefix: Path,
  { around, kindProblem = noKindProblem, ...options }: Surroundings = {},
): Problem[] {
  return fields.flatMap((field) => {
    const isHidden = options.isHidden || !isVisible(field, siblings, around)
    const path = `${prefix}.${field.key}`
    const value = isRecord(siblings) ? siblings[field.key] : undefined
    const within = { around: siblings, kindProblem, isHidden }
    return [
      ...problemsOfField(field, value, prefix, kindProblem, isHidden),
      ...problemsInside(field, value, path, within),
    ]
  })
}

function problemsInside(
  field: Metafield,
  value: unknown,
  path: Path,
  options: Surroundings,
): Problem[] {
  const fields = innerFields(field)
  if (field.type === 'parent') return problemsWithin(fields, value ?? {}, path, options)
  if (field.type !== 'repeater' || !Array.isArray(value)) return []
  return value.flatMap((row: unknown, index) =>
    isRecord(row) ? problemsWithin(fields, row, `${path}.${index}`, options) : [],
  )
}
