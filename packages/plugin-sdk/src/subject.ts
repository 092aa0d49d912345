import type { AnyCommand } from './command.ts'
import type { Ask } from './ask.ts'
import type { FactValues } from './facts.ts'
import type { JsonObject } from './json.ts'
import type { CommandState } from './services.ts'
import { and, holds, type When } from './when.ts'

/** An argument that a command takes from the page, and the condition under which the page has it. */
export interface Subject {
  readonly arg: string
  readonly when: When
  /**
   * Whether the command asks for the argument if the page does not have it. False for a scope: only the page offers it.
   */
  readonly isPrompted: boolean
}

/** Returns the subjects of a command that the page must still provide, given these arguments. */
export function subjectsOf(command: AnyCommand, args: JsonObject = {}): readonly Subject[] {
  if (!command.subject) return []
  // `AnyCommand` does not know the names of its arguments.
  const subjects = command.subject as Readonly<Record<string, When>>
  const asks = (command.ask ?? {}) as Readonly<Record<string, Ask>>
  return Object.entries(subjects)
    .filter(([arg]) => args[arg] === undefined)
    .map(([arg, when]) => {
      const kind = asks[arg]?.kind
      return { arg, when, isPrompted: kind !== undefined && kind !== 'scope' }
    })
}

/**
 * Returns `when` combined with the conditions of all subjects that `args` do not contain. Keys work only if it holds.
 */
export function contextConditionOf(command: AnyCommand, args?: JsonObject): When | undefined {
  return withSubjects(command, subjectsOf(command, args))
}

/** Returns the condition for running a command: `when`, and the subjects that it cannot ask for. */
export function runConditionOf(command: AnyCommand, args?: JsonObject): When | undefined {
  if (!command.subject) return command.when
  const needed = subjectsOf(command, args).filter(({ isPrompted }) => !isPrompted)
  return withSubjects(command, needed)
}

/**
 * Returns the arguments that would enable a disabled command if they were passed: the page has no subject for them.
 * @returns undefined if the command is enabled, or its `when` does not hold
 */
export function missingSubjects(
  command: AnyCommand,
  facts: FactValues,
): readonly string[] | undefined {
  if (!command.subject || !holds(command.when, facts)) return undefined
  const missing = subjectsOf(command).filter(
    ({ when, isPrompted }) => !isPrompted && !holds(when, facts),
  )
  return missing.length > 0 ? missing.map(({ arg }) => arg) : undefined
}

/** Whether a command can be run with these arguments, given its state without arguments. */
export function isUsable(
  { isEnabled, missingSubjects: missing }: Pick<CommandState, 'isEnabled' | 'missingSubjects'>,
  args: JsonObject = {},
): boolean {
  return isEnabled || (missing !== undefined && missing.every((arg) => args[arg] !== undefined))
}

/** Whether these arguments determine the command's subject, so it does not depend on the page. */
export function bringsSubject(
  { subject = {} }: Pick<AnyCommand, 'subject'>,
  args: JsonObject = {},
): boolean {
  return Object.keys(subject).some((arg) => args[arg] !== undefined)
}

function withSubjects({ when }: AnyCommand, subjects: readonly Subject[]): When | undefined {
  if (subjects.length === 0) return when
  return and(...(when ? [when] : []), ...subjects.map((subject) => subject.when))
}
