import { moveToLocale, setField } from '@typecase/content/commands'
import type { Macro, MacroArgument, MacroArgumentValue, MacroStep } from '@typecase/contract/macros'
import type { JsonObject } from '@typecase/plugin-sdk/json'

import { argumentIn, fieldEdits } from '../words/field-edits.ts'

/** An argument with the data needed to ask for it. */
export type PromptArgument = MacroArgument & {
  /** Whether it is a moment rather than a day, because it says when something is published. */
  readonly isMoment?: boolean
  /** The command that asks for the same value, and the arguments that its question depends on. */
  readonly like?: Like
}

type Like = {
  readonly command: string
  readonly argument: string
  readonly args: { readonly [key: string]: string }
}

/**
 * A macro as an argument of “Run macro…”. It includes the macro's questions, because the palette must know the needed
 * steps without asking the server.
 */
export type MacroChoice = {
  readonly id: string
  readonly title: string
  readonly arguments: readonly PromptArgument[]
  /** Whether it edits fields, so that a run asks what goes live. Choices stored by older versions lack it. */
  readonly isEdit?: boolean
}

export function choiceOf({ id, title, arguments: args, steps }: Macro): MacroChoice {
  const moments = new Set(
    steps.flatMap(({ body }) => {
      const data = (body['data'] ?? {}) as Record<string, unknown>
      return [argumentIn(data['publish_at']), argumentIn(data['unpublish_at'])]
    }),
  )
  return {
    id,
    title,
    isEdit: steps.some(isEdit),
    arguments: args.map((argument) => {
      const like = likeOf(argument.key, steps)
      return {
        ...argument,
        ...(moments.has(argument.key) && { isMoment: true }),
        ...(like && { like }),
      }
    }),
  }
}

/** Whether a step lets the run decide what becomes public. */
const isEdit = ({ call, body }: MacroStep): boolean => {
  if (call !== 'objects.bulkEdit') return call === 'objects.searchAndReplace'
  const data = (body['data'] ?? {}) as Record<string, unknown>
  return ['status', 'publish_at', 'unpublish_at'].every((key) => data[key] === undefined)
}

/** Returns the command that asks for the value that an argument replaces. */
function likeOf(key: string, steps: readonly MacroStep[]): Like | undefined {
  const edits = steps.flatMap(fieldEdits)
  const argumentEdit = edits.find(
    ({ edit }) => edit.op !== 'template' && argumentIn(edit.value) === key,
  )
  if (argumentEdit) {
    const args = { field: argumentEdit.field, op: argumentEdit.edit.op }
    return { command: setField.id, argument: 'value', args }
  }
  const isLocale = steps.some(({ body }) => {
    const data = (body['data'] ?? {}) as Record<string, unknown>
    return argumentIn(data['locale']) === key
  })
  return isLocale ? { command: moveToLocale.id, argument: 'locale', args: {} } : undefined
}

/** Returns the macro in the arguments of “Run macro…”. The schema has validated it, unless none is chosen yet. */
export const choiceIn = (args: JsonObject) => args['macro'] as MacroChoice | undefined

/** Names of the arguments of “Run macro…” that contain the values, in the macro's order. */
export const valueKeys = [
  'value_1',
  'value_2',
  'value_3',
  'value_4',
  'value_5',
  'value_6',
  'value_7',
  'value_8',
  'value_9',
  'value_10',
] as const
export type ValueKey = (typeof valueKeys)[number]
export type Value = MacroArgumentValue

/** Returns the values under the keys of the macro. */
export function valuesOf(
  macro: MacroChoice,
  values: { readonly [K in ValueKey]?: Value },
): Record<string, Value> {
  return Object.fromEntries(
    macro.arguments.flatMap(({ key }, index) => {
      const name = valueKeys[index]
      const value = name && values[name]
      return value === undefined ? [] : [[key, value]]
    }),
  )
}
