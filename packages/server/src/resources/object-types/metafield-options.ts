import { hasOptions, valueFormOf } from '@typecase/contract/field-types'
import { mapFields } from '@typecase/contract/field-values/field-tree'
import type { Metafield } from '@typecase/contract/metafields'
import type { ErrorDetail } from '@typecase/contract/errors'

import { MAX_METAFIELD_OPTIONS } from '../../limits.ts'

/** Returns the keys of each option of a field. */
const optionKeys = (type: Metafield['type']): readonly string[] =>
  valueFormOf(type) === 'option' ? ['key', 'value'] : ['value']

const switchOptions = ['true,false', 'yes,no']

/** Turns choices that are plain strings into objects, at every level, so that readers deal with one shape. */
export const withChoices = (fields: readonly Metafield[]): Metafield[] =>
  mapFields(fields, (field) => {
    const { options, type } = field
    return options !== undefined && hasOptions(type)
      ? { ...field, options: choicesOf(type, options) }
      : field
  })

function choicesOf(type: Metafield['type'], options: string | unknown[]): string | unknown[] {
  if (!Array.isArray(options)) return options
  return options.map((option: unknown) => {
    if (typeof option !== 'string') return option
    return type === 'select-dropdown' ? { key: option, value: option } : { value: option }
  })
}

/** Returns the rules that a field's `options` break, which depend on its type. */
export function optionErrors({ type, options }: Metafield, path: string): ErrorDetail[] {
  const at = `${path}.options`
  const fail = (message: string, rule: string) => [{ path: at, message: `${at} ${message}`, rule }]
  if (type === 'switch') {
    const isValid = options === undefined || switchOptions.includes(String(options))
    return isValid ? [] : fail('must be "true,false" or "yes,no"', 'options')
  }
  if (!hasOptions(type)) {
    return options === undefined || options.length === 0
      ? []
      : fail(`is not part of a field of type ${type}`, 'options')
  }
  if (!Array.isArray(options) || options.length === 0)
    return fail('needs at least one choice', 'required')
  if (options.length > MAX_METAFIELD_OPTIONS)
    return fail(`must be at most ${MAX_METAFIELD_OPTIONS} choices`, 'max')
  const keys = optionKeys(type)
  const seen = new Set<unknown>()
  for (const [index, option] of options.entries()) {
    const choice = typeof option === 'object' && option !== null ? option : {}
    const missing = keys.find((key) => !isText(Reflect.get(choice, key)))
    if (missing) {
      return [
        {
          path: `${at}.${index}.${missing}`,
          message: `${at}.${index}.${missing} is a required field`,
          rule: 'required',
        },
      ]
    }
    const value: unknown = Reflect.get(choice, keys[0] ?? 'value')
    if (seen.has(value)) return fail(`names "${String(value)}" twice`, 'unique')
    seen.add(value)
  }
  return []
}

const isText = (value: unknown) =>
  typeof value === 'string' && value.trim().length > 0 && value.length <= 500
