import type { Metafield } from '../metafields.ts'

import { asText, type Family, isRecord, refuse, type ValueCheck } from './value-check.ts'

interface Option {
  key: string
  value: string
}

/** Converts the options of a field to one form. Exports contain texts, `{value}`, `{key, value}`, and `a,b`. */
export function optionsOf(field: Pick<Metafield, 'options'> | undefined): Option[] {
  const { options } = field ?? {}
  const list =
    typeof options === 'string'
      ? options.split(options.includes('\n') ? '\n' : ',')
      : (options ?? [])
  return list.flatMap((option) => {
    if (typeof option === 'string') {
      const word = option.trim()
      return word === '' ? [] : [{ key: word, value: word }]
    }
    if (!isRecord(option)) return []
    const value = asText(option['value'] ?? option['key'])
    return value === undefined ? [] : [{ key: asText(option['key']) ?? value, value }]
  })
}

const find = (options: readonly Option[], target: string) =>
  options.find(({ value }) => value === target) ?? options.find(({ key }) => key === target)

/** select-dropdown: stored as `{key, value}`. Callers may send either of the two. */
export const dropdown: Family = (value, check) => {
  const options = optionsOf(check.field)
  const target = isRecord(value) ? (value['key'] ?? value['value']) : value
  if (typeof target !== 'string') return refuse(check, 'type', 'must be one of its options')
  if (options.length === 0) return isRecord(value) ? value : { key: target, value: target }
  const option = isRecord(value) ? options.find(({ key }) => key === target) : find(options, target)
  return option ?? refuseOption(options, check)
}

/** select and radio-buttons: one of the options, as text. */
export const choice: Family = (value, check) => {
  if (typeof value !== 'string') return refuse(check, 'type', 'must be a text')
  const options = optionsOf(check.field)
  return options.length === 0 || find(options, value) ? value : refuseOption(options, check)
}

/** multi-select and check-boxes: a list of options, each once. `min` and `max` count them. */
export const choices: Family = (value, check) => {
  if (!Array.isArray(value) || value.some((item) => typeof item !== 'string')) {
    return refuse(check, 'type', 'must be a list of texts')
  }
  const options = optionsOf(check.field)
  if (options.length > 0 && value.some((item) => !find(options, item))) {
    return refuseOption(options, check)
  }
  const choices = [...new Set(value)]
  atMost(choices, check, 'options')
  return choices
}

/** Refuses a list that is longer than the field's `max`. */
export function atMost(list: readonly unknown[], check: ValueCheck, noun: string): void {
  const { max } = check.field
  if (typeof max === 'number' && list.length > max) {
    refuse(check, 'max', `must be at most ${max} ${noun}`)
  }
}

const MAX_OPTIONS = 10

function refuseOption(options: readonly Option[], check: ValueCheck): undefined {
  const values = options.slice(0, MAX_OPTIONS).map(({ value }) => value)
  const more = options.length > MAX_OPTIONS ? ', …' : ''
  return refuse(check, 'option', `must be one of ${values.join(', ')}${more}`)
}
