import { AT_ONCE } from '@typecase/plugin-sdk/at-once'
import type { AnyCommand, CommandSource } from '@typecase/plugin-sdk/command'
import type { CommandQuestion } from '@typecase/plugin-sdk/confirmation'
import type { JsonObject } from '@typecase/plugin-sdk/json'
import type { Plan } from '@typecase/plugin-sdk/plan'
import { countOf, scopeIn } from '@typecase/plugin-sdk/scope'

/** The required step before a command runs. */
export type Gate =
  | { readonly kind: 'open' }
  | { readonly kind: 'review'; readonly isPhraseNeeded?: boolean }
  | { readonly kind: 'confirm' }

/** Whether to make a plan at all: a small reversible change is not worth the round trip. */
export function wantsPlan(command: AnyCommand, args: JsonObject): boolean {
  if (command.effect === 'none' || command.effect === 'nav') return false
  if (command.isAlwaysPlanned || command.effect === 'destructive') return true
  // Where the arguments do not name the objects, as in an undo, only the plan tells how many they are.
  return (scopeSize(args) ?? Infinity) > AT_ONCE
}

/**
 * The step that comes before the run. Without a plan, only the command's effect and scope are known.
 * @param hasQuestion whether the command words a confirmation itself
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

/** The default question before a command that has neither a plan nor its own question. */
export function generalQuestion(title: string): CommandQuestion {
  const action = title.replace(/…$/, '')
  const text = 'There is no preview, and you may not be able to undo it.'
  return { title: `${action}?`, text, action, isDestructive: true }
}

/** Whether the beginning of a plan already decides that it needs a review. */
export const isDecided = (command: AnyCommand, plan: Plan): boolean =>
  plan.isReversible &&
  plan.isNothingToReview !== true &&
  (command.isAlwaysPlanned === true || plan.total > AT_ONCE)

/** How many objects the arguments name; undefined for a command that works on no list of objects. */
export function scopeSize(args: JsonObject): number | undefined {
  const scope = scopeIn(args)
  // Other plugins may call something else by this name.
  return typeof scope === 'object' && scope !== null && 'kind' in scope ? countOf(scope) : undefined
}
