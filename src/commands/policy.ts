import { AT_ONCE } from '@typecase/plugin-sdk/at-once'
import type { AnyCommand, CommandSource } from '@typecase/plugin-sdk/command'
import type { CommandQuestion } from '@typecase/plugin-sdk/confirmation'
import type { JsonObject } from '@typecase/plugin-sdk/json'
import type { Plan } from '@typecase/plugin-sdk/plan'
import { countOf, scopeIn } from '@typecase/plugin-sdk/scope'

/** The step that is required before a command runs. */
export type Gate =
  | { readonly kind: 'open' }
  | { readonly kind: 'review'; readonly isPhraseNeeded?: boolean }
  | { readonly kind: 'confirm' }

/** Whether to make a plan. A small reversible change is not worth the round trip. */
export function wantsPlan(command: AnyCommand, args: JsonObject): boolean {
  if (command.effect === 'none' || command.effect === 'nav') return false
  if (command.isAlwaysPlanned || command.effect === 'destructive') return true
  // If the arguments do not name the objects, as in an undo, only the plan knows their number.
  return (scopeSize(args) ?? Infinity) > AT_ONCE
}

/**
 * Decides which step is required before the run. Without a plan, only the command's effect and scope are known.
 * @param hasQuestion whether the command has a confirmation of its own
 */
export function gateOf(
  command: AnyCommand,
  args: JsonObject,
  plan: Plan | undefined,
  source: CommandSource,
  hasQuestion = false,
): Gate {
  if (command.effect === 'none' || command.effect === 'nav') return { kind: 'open' }
  if (!plan) {
    const isLarge = (scopeSize(args) ?? 0) > AT_ONCE
    const needsConfirmation = hasQuestion || command.effect === 'destructive' || isLarge
    return { kind: needsConfirmation ? 'confirm' : 'open' }
  }
  if (!plan.isReversible) return { kind: 'review', isPhraseNeeded: true }
  if (plan.isNothingToReview) return { kind: 'open' }
  if (plan.total > AT_ONCE || command.isAlwaysPlanned || plan.warnings?.length)
    return { kind: 'review' }
  // A key is pressed by mistake more easily than a button is found.
  if (command.effect === 'destructive' && source === 'key') return { kind: 'review' }
  return { kind: 'open' }
}

/** Returns the default question for a command that has neither a plan nor its own question. */
export function generalQuestion(title: string): CommandQuestion {
  const action = title.replace(/…$/, '')
  const text = 'There is no preview, and you may not be able to undo it.'
  return { title: `${action}?`, text, action, isDestructive: true }
}

/** Whether the first part of a plan already shows that a review is needed. */
export const isDecided = (command: AnyCommand, plan: Plan): boolean =>
  plan.isReversible &&
  plan.isNothingToReview !== true &&
  (command.isAlwaysPlanned === true || plan.total > AT_ONCE)

/** Returns how many objects the arguments name; undefined for a command that does not work on a list of objects. */
export function scopeSize(args: JsonObject): number | undefined {
  const scope = scopeIn(args)
  // Plugins may use an argument of this name for something else.
  return typeof scope === 'object' && scope !== null && 'kind' in scope ? countOf(scope) : undefined
}
