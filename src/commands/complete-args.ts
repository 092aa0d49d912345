import { checkArgs, withDefaults } from '@typecase/plugin-sdk/arguments'
import type { AnyCommand, Ref } from '@typecase/plugin-sdk/command'
import type { FactValues } from '@typecase/plugin-sdk/facts'
import type { JsonObject } from '@typecase/plugin-sdk/json'
import { preload } from '@typecase/plugin-sdk/module'
import { scopesOf, scopeToJson } from '@typecase/plugin-sdk/scope'
import type { RunOptions } from '@typecase/plugin-sdk/services'

import type { Interaction } from './interaction.ts'
import { BadArguments, type RefusedArgument } from './run-errors.ts'
import { missingSteps, type Step, stepsOf } from './steps.ts'

/** A command with arguments that match its schema. */
export interface CheckedArgs {
  readonly command: AnyCommand
  /** The arguments in the form that references store. */
  readonly args: JsonObject
  /** The arguments in the form that the schema passes to the command. */
  readonly checked: object
}

/** Checked arguments with the steps of the palette that can ask for them. */
export interface CompleteArgs extends CheckedArgs {
  readonly steps: readonly Step[]
}

/** Asks the user until the arguments match the schema. @returns undefined when the user backed out */
export async function completeArgs(
  interaction: Pick<Interaction, 'askArguments'>,
  command: AnyCommand,
  title: string,
  input: JsonObject,
  facts: FactValues,
  { isQuick = false, source, proposal }: RunOptions,
  refusal?: RefusedArgument,
): Promise<CompleteArgs | undefined> {
  const steps = command.args ? stepsOf(command, facts) : []
  // A step of the journal has all its arguments; the current selection must not add any.
  if (source === 'undo') return { ...exactArgs(command, title, input), steps }
  let args = withDefaults(command, input, facts)
  let at = refusal?.key ?? missingSteps(steps, args, isQuick)[0]?.key
  let message = refusal?.message
  // A link or a proposal only fills in arguments: its author must not be able to run a command in another user's name.
  let isAgreed = source !== 'link' && !proposal
  for (;;) {
    if (at === undefined && isAgreed) {
      const checked = checkArgs(command, args)
      if (checked.ok) return { command, args, checked: checked.args, steps }
      const [problem] = checked.problems
      const step = steps.find(({ key }) => key === problem?.key)
      if (!problem || !step) throw new BadArguments(title, problem)
      at = step.key
      message = `${step.title} ${problem.text}`
    }
    // The command's code loads while the user answers.
    preload(command)
    const answer = await interaction.askArguments({
      command,
      title,
      steps,
      args,
      ...(at && { at }),
      ...(message && { message }),
      ...(proposal && { labels: proposal.labels }),
    })
    if (!answer) return undefined
    isAgreed = true
    args = answer
    // The palette has offered the optional arguments once; leaving them out counts as an answer.
    at = missingSteps(steps, args, true)[0]?.key
    message = undefined
  }
}

/** Checks arguments without asking. @throws BadArguments when they do not match the schema */
export function exactArgs(command: AnyCommand, title: string, args: JsonObject): CheckedArgs {
  const checked = checkArgs(command, args)
  if (checked.ok) return { command, args, checked: checked.args }
  throw new BadArguments(title, checked.problems[0])
}

/** Checks the arguments of a reference. @returns undefined if an argument is missing or cannot be checked yet */
export function wholeArgs(
  command: AnyCommand,
  { args = {} }: Ref,
  facts: FactValues,
): object | undefined {
  try {
    const input = withDefaults(command, args, facts)
    const checked = checkArgs(command, input)
    const isWhole = missingSteps(stepsOf(command, facts), input).length === 0
    return isWhole && checked.ok ? checked.args : undefined
  } catch {
    // The schema library is still loading. The regular way of running a command waits for it.
    return undefined
  }
}

/** Keeps only the arguments that the user chose: a recent “Publish” must not apply to last week's selection. */
export function chosenRef(command: AnyCommand, args: JsonObject, facts: FactValues): Ref {
  const implied = withDefaults(command, {}, facts)
  // A scope that the page offered belongs to that page, even if the user had to choose it.
  const offered = [implied['scope'], ...scopesOf(facts).map(scopeToJson)].map((one) =>
    JSON.stringify(one),
  )
  const choices = Object.entries(args).filter(([key, value]) => {
    const text = JSON.stringify(value)
    return key === 'scope' ? !offered.includes(text) : JSON.stringify(implied[key]) !== text
  })
  return { command: command.id, ...(choices.length > 0 && { args: Object.fromEntries(choices) }) }
}
