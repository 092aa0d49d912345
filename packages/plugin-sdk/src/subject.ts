import type { AnyCommand } from './command.ts'
import type { Ask } from './ask.ts'
import type { FactValues } from './facts.ts'
import type { JsonObject } from './json.ts'
import type { CommandState } from './services.ts'
import { and, holds, type When } from './when.ts'

/** An argument that a command takes from the page, and what must be on the page for that. */
export interface Subject {
  readonly arg: string
  readonly when: When
  /** Without it the command asks. A scope is no question: it offers what the page has. */
  readonly isPrompted: boolean
}

/** The subjects of a command that are still to be found on the page, given these arguments. */
export function subjectsOf(command: AnyCommand, args: JsonObject = {}): readonly Subject[] {
  if (!command.subject) return []
  // A list of commands does not know its members' argument names.
  const subjects = command.subject as Readonly<Record<string, When>>
  const asks = (command.ask ?? {}) as Readonly<Record<string, Ask>>
  return Object.entries(subjects)
    .filter(([arg]) => args[arg] === undefined)
    .map(([arg, when]) => {
      const kind = asks[arg]?.kind
      return { arg, when, isPrompted: kind !== undefined && kind !== 'scope' }
    })
}

/** Where a command with these arguments is about the page: `when`, and every subject. A key is in force only there. */
export function contextConditionOf(command: AnyCommand, args?: JsonObject): When | undefined {
  return withSubjects(command, subjectsOf(command, args))
}

/** Where a command with these arguments can be run: `when`, and the subjects that it cannot ask for. */
export function runConditionOf(command: AnyCommand, args?: JsonObject): When | undefined {
  if (!command.subject) return command.when
  const needed = subjectsOf(command, args).filter(({ isPrompted }) => !isPrompted)
  return withSubjects(command, needed)
}

/**
 * The arguments that enable a disabled command when they are given: the page has no subject for them.
 * @returns undefined when the command is enabled, or one may not run it at all
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

/** Whether a command can be run with these arguments, by its state without any. */
export function isUsable(
  { isEnabled, missingSubjects: missing }: Pick<CommandState, 'isEnabled' | 'missingSubjects'>,
  args: JsonObject = {},
): boolean {
  return isEnabled || (missing !== undefined && missing.every((arg) => args[arg] !== undefined))
}

/** Whether these arguments determine the command's subject, independent of the page. */
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
