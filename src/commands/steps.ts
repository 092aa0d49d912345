import type { AnyCommand } from '@typecase/plugin-sdk/command'
import type { Ask, AskBoolean, AskChoice, Choice } from '@typecase/plugin-sdk/ask'
import type { FactValues } from '@typecase/plugin-sdk/facts'
import type { Json, JsonObject } from '@typecase/plugin-sdk/json'
import { describeScope, scopesOf, scopeToJson } from '@typecase/plugin-sdk/scope'

import type { Argument } from '@typecase/plugin-sdk/arguments'
import { argumentsOf } from '@typecase/plugin-sdk/arguments'

/** One page of the palette, which asks for one argument. */
export interface Step {
  /** Name of the argument. */
  readonly key: string
  readonly title: string
  readonly kind: Ask['kind']
  readonly isRequired: boolean
  /** How to ask for the argument; derived from the schema unless the command defines it. */
  readonly ask: Ask
  /** The choices, if they are known in advance. */
  readonly choices?: readonly Choice[]
}

/**
 * Returns the steps of a command, one for each argument that can be asked for: first those that the command describes,
 * in its order, then its other required arguments.
 */
export function stepsOf(command: AnyCommand, facts: FactValues): Step[] {
  // The type of a list of commands does not know the argument names of each command.
  const asks = (command.ask ?? {}) as Readonly<Record<string, Ask>>
  const described = Object.keys(asks)
  const args = argumentsOf(command)
  const others = args.filter(({ key, isRequired }) => isRequired && !described.includes(key))
  const ordered = [
    ...described.flatMap((key) => args.find((one) => one.key === key) ?? []),
    ...others,
  ]
  return ordered.flatMap((argument) => {
    const ask = asks[argument.key] ?? derive(argument)
    if (!ask) return []
    const choices = choicesOf(ask, argument, facts)
    return {
      key: argument.key,
      title: ask.title,
      kind: ask.kind,
      isRequired: argument.isRequired,
      ask,
      ...(choices && { choices }),
    }
  })
}

/**
 * Returns the steps that must be answered before the command can run with these arguments.
 * @param isQuick skips optional steps
 */
export function missingSteps(steps: readonly Step[], args: JsonObject, isQuick = false): Step[] {
  return steps.filter(
    (step) =>
      args[step.key] === undefined &&
      (isNeeded(step, args) || (!isQuick && step.ask.isAlwaysAsked === true)),
  )
}

/** Whether the command needs this argument, given the others. */
export function isNeeded({ isRequired, ask }: Step, args: JsonObject): boolean {
  return isRequired || ask.isNeeded?.(args) === true
}

/** Returns the title of a step, given the other arguments. */
export function titleOfStep({ title, ask }: Step, args: JsonObject): string {
  return (ask.kind === 'by' ? ask.titleBy?.(args) : undefined) ?? title
}

/** Returns a step whose form depends on earlier arguments, in its resolved form. */
export function resolveStep(
  { key, isRequired, ask: { isNeeded: needs } }: Step,
  resolvedAsk: Ask,
): Step {
  const choices =
    resolvedAsk.kind === 'choice' || resolvedAsk.kind === 'boolean'
      ? fixedChoices(resolvedAsk)
      : undefined
  // Whether the argument is needed is known earlier than how to ask for it.
  const ask = needs ? { ...resolvedAsk, isNeeded: needs } : resolvedAsk
  return { key, title: ask.title, kind: ask.kind, isRequired, ask, ...(choices && { choices }) }
}

function fixedChoices(ask: AskChoice | AskBoolean): readonly Choice[] {
  if (ask.kind === 'boolean') return yesOrNo(ask)
  return typeof ask.choices === 'object' ? ask.choices : []
}

const yesOrNo = (ask: AskBoolean): readonly Choice[] => [
  { value: true, label: ask.yes ?? 'Yes' },
  { value: false, label: ask.no ?? 'No' },
]

/** Derives a way to ask for an argument that the command does not describe; none for objects and lists. */
function derive({ key, shape }: Argument): Ask | undefined {
  const title = titleOf(key)
  switch (shape.kind) {
    case 'boolean':
      return { kind: 'boolean', title }
    case 'number':
      return { kind: 'number', title }
    case 'text':
      return { kind: shape.isDate ? 'date' : 'text', title }
    case 'choice':
      return { kind: 'choice', title }
    case 'scope':
      return { kind: 'scope', title: 'What' }
    default:
      return undefined
  }
}

/** `publish_at`, `publishAt` → `Publish at` */
function titleOf(key: string): string {
  const words = key
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]+/g, ' ')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function choicesOf(
  ask: Ask,
  { shape }: Argument,
  facts: FactValues,
): readonly Choice[] | undefined {
  switch (ask.kind) {
    case 'boolean':
      return yesOrNo(ask)
    case 'choice':
      if (typeof ask.choices === 'function') return ask.choices(facts)
      return ask.choices ?? (shape.kind === 'choice' ? shape.values.map(choiceOf) : [])
    case 'scope':
      return scopesOf(facts).map((scope) => ({
        value: scopeToJson(scope),
        label: describeScope(scope),
      }))
    default:
      return undefined
  }
}

function choiceOf(value: string | number): { value: Json; label: string } {
  const label = typeof value === 'string' ? titleOf(value) : String(value)
  return { value, label: label || 'Empty' }
}
