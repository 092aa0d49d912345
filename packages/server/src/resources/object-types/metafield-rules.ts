import type { ErrorDetail } from '@typecase/contract/errors'
import { fieldPaths } from '@typecase/contract/field-values/field-tree'
import { canBeUnique } from '@typecase/contract/field-types'
import { forbiddenKeys, type Metafield, metafieldTypes } from '@typecase/contract/metafields'

import { MAX_METAFIELDS } from '../../limits.ts'
import { invalid } from '../../http/failure.ts'
import { fieldPattern } from './field-pattern.ts'
import { optionErrors } from './metafield-options.ts'

interface Level {
  path: string
  /** The container of the fields. */
  within: 'type' | 'parent' | 'repeater'
}

/**
 * Checks the fields of an object type, nested ones included; the contract has already checked their shape.
 * @throws Failure `invalid` with a detail per broken rule
 */
export function checkMetafields(fields: readonly Metafield[]): void {
  const errors = levelErrors(fields, { path: 'data.metafields', within: 'type' })
  const total = fieldPaths(fields).length
  if (total > MAX_METAFIELDS) {
    errors.push({
      path: 'data.metafields',
      message: `data.metafields must be at most ${MAX_METAFIELDS} fields, nested ones included`,
      rule: 'max',
    })
  }
  if (errors.length > 0) throw invalid(errors)
}

function levelErrors(fields: readonly Metafield[], level: Level): ErrorDetail[] {
  const keys = new Set<string>()
  return fields.flatMap((field, index) => {
    const path = `${level.path}.${index}`
    const isTaken = keys.has(field.key)
    keys.add(field.key)
    return [
      ...(isTaken ? [broken(`${path}.key`, `“${field.key}” is used twice`, 'unique')] : []),
      ...keyErrors(field, path),
      ...nestingErrors(field, path, level.within),
      ...ruleErrors(field, path, level.within),
      ...optionErrors(field, path),
      ...conditionErrors(field, fields, path),
      ...levelErrors(field.children ?? [], { path: `${path}.children`, within: 'parent' }),
      ...levelErrors(field.repeater_fields ?? [], {
        path: `${path}.repeater_fields`,
        within: 'repeater',
      }),
    ]
  })
}

function keyErrors({ key }: Metafield, path: string): ErrorDetail[] {
  return forbiddenKeys.includes(key)
    ? [broken(`${path}.key`, `“${key}” is reserved; choose another key`, 'reserved')]
    : []
}

function nestingErrors(field: Metafield, path: string, within: Level['within']): ErrorDetail[] {
  const errors: ErrorDetail[] = []
  if (field.type === 'parent' && within !== 'type') {
    errors.push(broken(`${path}.type`, `a ${within} cannot hold a parent`, 'nesting'))
  }
  if (field.type === 'repeater' && within === 'repeater') {
    errors.push(broken(`${path}.type`, 'a repeater cannot hold a repeater', 'nesting'))
  }
  if (field.type !== 'parent' && field.children?.length) {
    errors.push(broken(`${path}.children`, 'only a parent has children', 'nesting'))
  }
  if (field.type !== 'repeater' && field.repeater_fields?.length) {
    errors.push(broken(`${path}.repeater_fields`, 'only a repeater has fields', 'nesting'))
  }
  return errors
}

function ruleErrors(field: Metafield, path: string, within: Level['within']): ErrorDetail[] {
  const { minlength, maxlength, min, max, regex } = field
  const errors: ErrorDetail[] = []
  if (isMore(minlength, maxlength)) {
    errors.push(broken(`${path}.maxlength`, 'must not be less than minlength', 'range'))
  }
  if (isMore(min, max)) errors.push(broken(`${path}.max`, 'must not be less than min', 'range'))
  if (field.unique && within !== 'type') {
    errors.push(broken(`${path}.unique`, 'only a field of the first level can be unique', 'unique'))
  } else if (field.unique && !canBeUnique(field.type)) {
    errors.push(
      broken(
        `${path}.unique`,
        `only ${metafieldTypes.filter(canBeUnique).join(', ')} fields can be unique`,
        'unique',
      ),
    )
  }
  if (regex && !isPattern(regex)) {
    errors.push(
      broken(
        `${path}.regex`,
        'is not a regular expression we can run (look-around, back-references and very large counts are not supported)',
        'regex',
      ),
    )
  }
  return errors
}

function conditionErrors(
  { key, show_when: condition }: Metafield,
  siblings: readonly Metafield[],
  path: string,
): ErrorDetail[] {
  if (!condition) return []
  const at = `${path}.show_when`
  if (condition.key === key) return [broken(`${at}.key`, 'cannot be the field itself', 'condition')]
  if (!siblings.some((field) => field.key === condition.key)) {
    return [broken(`${at}.key`, `“${condition.key}” is not a sibling of this field`, 'condition')]
  }
  const needsValue = condition.op === 'eq' || condition.op === 'neq'
  return needsValue && condition.value === undefined
    ? [broken(`${at}.value`, 'is a required field', 'required')]
    : []
}

const broken = (path: string, words: string, rule: string): ErrorDetail => ({
  path,
  message: `${path} ${words}`,
  rule,
})

const isMore = (low: number | null | undefined, high: number | null | undefined) =>
  typeof low === 'number' && typeof high === 'number' && low > high

function isPattern(source: string): boolean {
  try {
    fieldPattern(source)
    return true
  } catch {
    return false
  }
}
