import { permissionsOfScope } from '@typecase/contract/roles'
import { countOf, scopeIn } from '@typecase/plugin-sdk/scope'
import type { JsonObject } from '@typecase/plugin-sdk/json'
import type { PlanChange } from '@typecase/plugin-sdk/plan'
import { holds } from '@typecase/plugin-sdk/when'
import type { FactValues } from '@typecase/plugin-sdk/facts'

import type { Proposal } from './carry-out.ts'

/** Number of changes that a summary contains. */
const EXAMPLES = 3
/** Maximum characters of a value in a plan. */
const MAX_VALUE_LENGTH = 160

/** The part of a plan that a model reads: counts and a few examples. */
export interface PlanSummary {
  readonly title: string
  /** Number of objects that would change; missing for a command that does not work on objects. */
  readonly total?: number
  readonly left_out?: readonly { readonly reason: string; readonly count: number }[]
  readonly warnings?: readonly string[]
  readonly can_be_undone: boolean | 'unknown'
  readonly examples?: readonly ChangeSummary[]
  readonly question?: string
}

/** One change with shortened values. */
export interface ChangeSummary {
  readonly id: string
  readonly object: string
  readonly field?: string
  readonly before?: string
  readonly after?: string
}

export function summarize({ title, args, plan, question }: Proposal): PlanSummary {
  if (!plan) {
    const text = question && [question.title, question.text].filter(Boolean).join(' ')
    return {
      title: titleWithArgs(title, args),
      can_be_undone: question?.isDestructive ? false : 'unknown',
      ...(text && { question: text }),
    }
  }
  const skipped = plan.skipped.map(({ reason, count }) => ({ reason, count }))
  return {
    title: plan.title,
    total: plan.total,
    ...(skipped.length > 0 && { left_out: skipped }),
    ...(plan.warnings?.length && { warnings: plan.warnings }),
    can_be_undone: plan.isReversible,
    ...(plan.changes.length > 0 && {
      examples: plan.changes.slice(0, EXAMPLES).map(summarizeChange),
    }),
  }
}

export const summarizeChange = ({
  id,
  label,
  field,
  before,
  after,
}: PlanChange): ChangeSummary => ({
  id,
  object: label,
  ...(field && { field }),
  ...(before !== undefined && { before: shorten(before) }),
  ...(after !== undefined && { after: shorten(after) }),
})

/** Returns the title with the arguments, such as `Rename project: title Winter`. */
function titleWithArgs(title: string, args: JsonObject): string {
  const values = Object.entries(args).map(
    ([key, value]) => `${key} ${shorten(JSON.stringify(value))}`,
  )
  return [title.replace(/…$/, ''), values.join(', ')].filter(Boolean).join(': ')
}

export const shorten = (text: string, most = MAX_VALUE_LENGTH): string =>
  text.length > most ? `${text.slice(0, most)}…` : text

/** Returns a text that is the same for two plans that do the same, as far as a reader can see. */
export function digest({ plan, question }: Pick<Proposal, 'plan' | 'question'>): string {
  return JSON.stringify(
    plan
      ? [
          plan.title,
          plan.total,
          plan.changeCount,
          plan.skipped,
          plan.changes,
          plan.warnings,
          plan.isReversible,
        ]
      : [question?.title, question?.text],
  )
}

/** Whether a person has to agree, because the change cannot be undone. */
export const needsPerson = ({ command, plan, question }: Proposal): boolean =>
  command.effect === 'destructive' ||
  plan?.isReversible === false ||
  question?.isDestructive === true

/** Permissions that only change drafts. */
const DRAFT_PERMISSIONS = new Set(permissionsOfScope.draft)

/** Whether a command may run without a plan that was read: it changes the draft of one object and can be undone. */
export function isSmall({ command, args, plan }: Proposal, facts: FactValues): boolean {
  const scope = scopeIn(args)
  const changesOne = plan ? plan.total <= 1 : command.id === 'objects.add'
  const isForDrafts = holds(command.when, { ...facts, can: DRAFT_PERMISSIONS })
  return (
    changesOne &&
    isForDrafts &&
    command.effect === 'write' &&
    (scope === undefined || countOf(scope) <= 1) &&
    args['publish'] !== true &&
    plan?.isReversible !== false
  )
}
