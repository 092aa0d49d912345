import type { MacroArgument, MacroArgumentValue } from '@typecase/contract/macros'
import type { ErrorDetail } from '@typecase/contract/errors'
import { type } from 'arktype'

import { invalid } from '../../http/failure.ts'
import type { Values } from './fill-in.ts'

const LONGEST_TEXT = 10_000

let isoDate: { allows(data: unknown): boolean } | undefined
const isDate = (value: unknown) => (isoDate ??= type('string.date.iso')).allows(value)

/** Returns the problem of an argument's value; undefined if the value is valid. */
export function problemOf({ kind, options = [] }: MacroArgument, value: unknown) {
  switch (kind) {
    case 'number':
      return Number.isFinite(value) ? undefined : 'must be a number'
    case 'boolean':
      return typeof value === 'boolean' ? undefined : 'must be true or false'
    case 'date':
      return isDate(value) ? undefined : 'must be an ISO date'
    case 'choice':
      return typeof value === 'string' && options.includes(value)
        ? undefined
        : `must be one of ${options.join(', ')}`
    case 'list':
      return problemOfList(options, value)
    default:
      return typeof value === 'string' && value.length <= LONGEST_TEXT
        ? undefined
        : `must be a text of at most ${LONGEST_TEXT} characters`
  }
}

function problemOfList(options: readonly string[], value: unknown) {
  if (!Array.isArray(value) || !value.every((item) => typeof item === 'string')) {
    return 'must be a list of texts'
  }
  const isFree = options.length === 0 || value.every((item) => options.includes(item))
  return isFree ? undefined : `must be a list of some of ${options.join(', ')}`
}

const samples = { text: 'en', number: 1, boolean: true, date: '2026-01-01', choice: '' } as const

function sampleOf({ kind, options: [option] = [] }: MacroArgument): MacroArgumentValue {
  return kind === 'list' ? [option ?? 'en'] : (option ?? samples[kind])
}

/** Returns values to check the steps of a macro with when it is not run: the defaults, or else any valid values. */
export const sampleValues = (args: readonly MacroArgument[]): Values =>
  Object.fromEntries(
    args.map((argument) => {
      const { key, default: values } = argument
      const isRight = values !== undefined && problemOf(argument, values) === undefined
      return [key, isRight ? values : sampleOf(argument)]
    }),
  )

/**
 * Returns the values of all arguments for a run: the inputs, or else the defaults.
 * @throws Failure `invalid` that names each unknown, missing or invalid value
 */
export function valuesFor(args: readonly MacroArgument[], inputs: Values): Values {
  const problems: ErrorDetail[] = []
  const refuse = (key: string, rule: string, words: string) =>
    problems.push({ path: `args.${key}`, message: `args.${key} ${words}`, rule })
  for (const key of Object.keys(inputs)) {
    if (!args.some((argument) => argument.key === key)) {
      refuse(key, 'unknown_key', 'is not an argument of this macro')
    }
  }
  const values = args.flatMap((argument): [string, MacroArgumentValue][] => {
    const { key } = argument
    const value = Object.hasOwn(inputs, key) ? inputs[key] : argument.default
    if (value === undefined) refuse(key, 'required', 'is a required field')
    else {
      const problem = problemOf(argument, value)
      if (problem === undefined) return [[key, value]]
      refuse(key, argument.kind, problem)
    }
    return []
  })
  if (problems.length > 0) throw invalid(problems)
  return Object.fromEntries(values)
}
