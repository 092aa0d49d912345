import type { generateAltTexts } from '@typecase/contract/ai'
import { displayValues } from '@typecase/contract/field-changes'
import type { bulkEditObjects } from '@typecase/contract/bulk-edit'
import type { replaceReference } from '@typecase/contract/object-references'
import type { bulkEditMedia, deleteMedia } from '@typecase/contract/media'
import type {
  BulkResult,
  deleteObjects,
  duplicateObjects,
  publishObjects,
  reviewObjects,
  unpublishObjects,
  updateObjects,
} from '@typecase/contract/objects'
import type { NamedArgument } from '@typecase/plugin-sdk/argument-errors'
import { changeDescriber } from './words/change.ts'
import { objectNoun } from './words/nouns.ts'
import { UNDO_TIME } from './words/undo.ts'
import { describeUses } from './words/uses.ts'
import { formatCount, plural } from '@typecase/ui/count'
import type { RunContext } from '@typecase/plugin-sdk/command'
import type { Plan, PlanChange } from '@typecase/plugin-sdk/plan'
import { facetsOf, plannedScope, streamedPlan } from './dry-run.ts'
import { publishQuestion } from './publish-choice.ts'
import type { Scope } from '@typecase/plugin-sdk/scope'
import type { CallScope, CallWords, ServerCall } from '@typecase/plugin-sdk/server-call'
import { isEmpty } from './bulk-target.ts'

/** The calls that return a `BulkResult`, and whose dry run is a plan. */
export type BulkEndpoint =
  | typeof publishObjects
  | typeof unpublishObjects
  | typeof reviewObjects
  | typeof deleteObjects
  | typeof duplicateObjects
  | typeof bulkEditObjects
  | typeof replaceReference
  | typeof updateObjects
  | typeof deleteMedia
  | typeof bulkEditMedia
  | typeof generateAltTexts

/** The call of a command over many objects. */
export interface BulkCallModule<Args extends object> {
  callOf(args: Args, scope: CallScope): ServerCall<BulkEndpoint>
  words(args: Args): CallWords
  argumentAt?(path: string): NamedArgument | undefined
}

/** The requests of a command over many objects, and the texts of its result. */
export interface BulkCall extends CallWords {
  send(): Promise<BulkResult>
  /** Yields the plan as it grows. */
  dryRun(): AsyncGenerator<BulkResult, void>
  /** Reads further changes after the first `skip`, while the bucket is unchanged. */
  page(skip: number, version: number | undefined): Promise<BulkResult>
}

/** Makes a plan from the server's dry run of a call. */
export async function planBulk(scope: Scope, call: BulkCall, context: RunContext): Promise<Plan> {
  if (isEmpty(scope)) return nothing(call.verb, call.noun)
  const words = await changeDescriber(context)
  return streamedPlan(call.dryRun(), (answer) => ({
    ...planOf(call, answer, words),
    ...requestOf(scope, call, answer, context),
  }))
}

/** Returns the arguments with the planned scope and, for calls that take `publish`, the plan's question about it. */
function requestOf(
  scope: Scope,
  { publish }: BulkCall,
  { matched, public: published = 0 }: BulkResult,
  { facts }: RunContext,
): Pick<Plan, 'args' | 'choice'> {
  const args = plannedScope(scope, matched)
  if (publish === undefined) return { args }
  return { args: { ...args, publish }, choice: publishQuestion(publish, published, facts) }
}

type Words = Awaited<ReturnType<typeof changeDescriber>>

function planOf(call: BulkCall, answer: BulkResult, words: Words): Plan {
  const { modified = 0, unchanged = 0, skipped = [], version } = answer
  const changesOf = ({ sample = [] }: BulkResult): PlanChange[] =>
    sample.map((change) => {
      const { object_id: id, title, field } = change
      const { before, after } = displayValues(change)
      return { id, label: title || 'Untitled', ...words(field, before, after) }
    })
  const noun = call.noun ?? objectNoun
  const warning = describeUses(answer, noun)
  const unchangedGroup = { reason: call.already ?? 'unchanged', count: unchanged }
  const totals = (total: number) => ({
    title: `${call.verb} ${formatCount(total, noun)}`,
    counts: [{ label: plural(total, noun), value: total }],
    total,
  })
  return {
    ...totals(modified),
    skipped: unchanged > 0 ? [unchangedGroup, ...skipped] : skipped,
    changes: changesOf(answer),
    ...(answer.changes !== undefined && { changeCount: answer.changes }),
    more: async (skip) => changesOf(await call.page(skip, version)),
    isReversible: answer.is_reversible ?? true,
    undoTime: UNDO_TIME,
    ...(warning !== undefined && { warnings: [warning] }),
    ...(answer.estimated_ms !== undefined && { duration: answer.estimated_ms }),
    facets: facetsOf(answer.facets),
    scopeArg: 'scope',
    // Every row belongs to an object that would change.
    without: ({ objects }) => totals(modified - objects.length),
  }
}

/** Returns the plan of a command that finds nothing to change. */
export function nothing(verb: string, noun = objectNoun): Plan {
  return {
    title: `${verb} ${formatCount(0, noun)}`,
    counts: [],
    skipped: [],
    changes: [],
    total: 0,
    isReversible: true,
    undoTime: UNDO_TIME,
  }
}
