import type { ErrorDetail } from '@typecase/contract/errors'
import type { Macro } from '@typecase/contract/macros'

import { Failure, invalid } from '../../http/failure.ts'
import { problemOf, sampleValues } from './argument-values.ts'
import { filledIn } from './fill-in.ts'
import { checkedChange, withPaths } from './step-calls.ts'

type MacroParts = Pick<Macro, 'steps' | 'arguments'>

/**
 * Refuses a macro that can never run: with a step whose body its endpoint would not accept, or an argument that does
 * not exist.
 * @throws Failure `invalid` with a detail for each problem
 */
export function checkMacro(macro: MacroParts): void {
  const used = new Set<string>()
  const problems = [...problemsOfSteps(macro, used), ...problemsOfArguments(macro, used)]
  if (problems.length > 0) throw invalid(problems)
}

function problemsOfSteps({ steps, arguments: args }: MacroParts, used: Set<string>): ErrorDetail[] {
  const values = sampleValues(args)
  return steps.flatMap((step, index) => {
    const at = `data.steps.${index}`
    const { body, slots } = filledIn(step, values)
    for (const key of slots.values()) used.add(key)
    const unknown = [...slots].filter(([, key]) => !Object.hasOwn(values, key))
    if (unknown.length > 0) {
      return unknown.map(([slot, key]) => {
        const path = `${at}.body.${slot}`
        return { path, message: `${path} names ${key}, which is no argument`, rule: 'unknown' }
      })
    }
    if (step.call === 'objects.deleteByIds' && index < steps.length - 1) {
      return [{ path: at, message: `${at} deletes, which must be the last step`, rule: 'last' }]
    }
    try {
      withPaths(
        (path) => `${at}.body.${path}`,
        () => checkedChange(step.call, body),
      )
      return []
    } catch (reason) {
      if (reason instanceof Failure && reason.extra.details) return reason.extra.details
      throw reason
    }
  })
}

function problemsOfArguments({ arguments: args }: MacroParts, used: Set<string>): ErrorDetail[] {
  const keys = args.map(({ key }) => key)
  return args.flatMap((argument, index) => {
    const { key, kind, options, default: defaultValue } = argument
    const problems: ErrorDetail[] = []
    const refuse = (name: string, rule: string, words: string) => {
      const path = `data.arguments.${index}.${name}`
      problems.push({ path, message: `${path} ${words}`, rule })
    }
    if (keys.indexOf(key) !== index) refuse('key', 'unique', 'must be unique')
    if (!used.has(key)) refuse('key', 'unused', `is ${key}, which no step uses`)
    if (kind === 'choice' && !options) refuse('options', 'required', 'is a required field')
    if (kind !== 'choice' && kind !== 'list' && options) {
      refuse('options', 'choice', 'must come with the kind choice or list')
    }
    const problem = defaultValue === undefined ? undefined : problemOf(argument, defaultValue)
    if (problem !== undefined) refuse('default', kind, problem)
    return problems
  })
}
