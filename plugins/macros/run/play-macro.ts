import { shownValues } from '@typecase/contract/field-changes'
import { type Job, listJobFailures } from '@typecase/contract/jobs'
import { runMacro as runCall } from '@typecase/contract/macros'
import type { BulkResult } from '@typecase/contract/objects'
import { isApiError } from '@typecase/plugin-sdk/api-error'
import type {
  ArgsOf,
  MakePlan,
  Outcome,
  Progress,
  Run,
  RunContext,
} from '@typecase/plugin-sdk/command'
import { followJob } from '@typecase/plugin-sdk/follow-job'
import type { Json } from '@typecase/plugin-sdk/json'
import { countOf, type Scope } from '@typecase/plugin-sdk/scope'
import { Api } from '@typecase/plugin-sdk/services'

import type { playArgs } from '../commands/macro-commands.ts'
import { callOf } from '../calls/run.ts'
import { bucketSlugOf, refreshObjects } from '../queries.ts'
import { valueKeys, valuesOf } from './macro-choice.ts'
import { changeWords } from './change-words.ts'
import { objectsInWords, type RunResult, runInWords, warningsOf } from './result-words.ts'

type Args = ArgsOf<typeof playArgs>

/** Does all steps to each object: one change, one undo. */
export const run: Run<Args> = async function* (args, context): AsyncGenerator<Progress, Outcome> {
  const { macro, scope } = args
  if ('ids' in scope && scope.ids.length === 0) return { message: 'There is nothing to change.' }
  const expected = countOf(scope)
  yield { done: 0, total: expected }
  const answer = await send(args, context)
  const result = answer.job ? yield* finished(answer.job, context) : resultOf(answer)
  await refreshObjects(context.services)
  const { failures, changeSetId } = result
  const parts = [runInWords(macro.title, result)]
  const found = answer.job?.total ?? answer.matched ?? expected
  if (!('ids' in scope) && found !== expected) {
    parts.push(`${objectsInWords(found)} matched by now, not ${expected.toLocaleString('en')}.`)
  }
  return {
    message: parts.join(' '),
    ...(failures.length > 0 && { failures }),
    ...(changeSetId && {
      undo: {
        command: 'objects.undo-change-set',
        args: { bucket: bucketSlugOf(context.facts), change_set_id: changeSetId },
      },
    }),
  }
}

/** The server's dry run: what the last step leads to. */
export const plan: MakePlan<Args> = async (args, context) => {
  const { macro, scope } = args
  const answer = await send(args, context, { dry_run: true })
  const { modified = 0, unchanged = 0, matched, skipped = [], sample = [] } = answer
  const words = await changeWords(context)
  const left = { reason: 'so already', count: unchanged }
  return {
    title: `Run “${macro.title}” on ${objectsInWords(modified)}`,
    counts: [{ label: 'Objects', value: modified }],
    skipped: unchanged > 0 ? [left, ...skipped] : skipped,
    changes: sample.map((change) => {
      const { object_id: id, title, field } = change
      const { before, after } = shownValues(change)
      return { id, label: title || 'Untitled', ...words(field, before, after) }
    }),
    total: modified,
    isReversible: answer.is_reversible ?? true,
    ...warningsOf(answer),
    ...(answer.estimated_ms !== undefined && { duration: answer.estimated_ms }),
    args: { scope: frozen(scope, matched) },
  }
}

/** The scope as the plan found it, so that the run can say when it finds more or fewer. */
const frozen = (scope: Scope, matched = countOf(scope)): Json =>
  // A scope holds ids, a query of JSON and a number.
  ('ids' in scope ? scope : { ...scope, total: matched }) as unknown as Json

async function send(
  args: Args,
  { services, facts, signal }: RunContext,
  more: { dry_run?: true } = {},
): Promise<BulkResult> {
  const { scope, macro, ...values } = args
  const named = { scope, macro_id: macro.id, args: valuesOf(macro, values) }
  const { body } = callOf(named, { bucketSlug: bucketSlugOf(facts) })
  try {
    return await services.get(Api).call(runCall, { body: { ...body, ...more } }, { signal })
  } catch (reason) {
    throw inAsked(reason, args)
  }
}

/** A refusal that names the argument by the step of the palette that asked for it, so that it is asked again. */
function inAsked(reason: unknown, { macro }: Args): unknown {
  if (!isApiError(reason, 'invalid')) return reason
  const details = reason.details.map((detail) => {
    const index = macro.arguments.findIndex(({ key }) => detail.path === `args.${key}`)
    const [path, argument] = [valueKeys[index], macro.arguments[index]]
    if (!path || !argument) return detail
    const message = detail.message.replace(detail.path, argument.title)
    return { ...detail, path, message }
  })
  return Object.create(reason, { details: { value: details, enumerable: true } }) as Error
}

interface Ended extends RunResult {
  readonly changeSetId: string | null
}

const failuresOf = (failed: readonly { object_id?: string; title?: string; reason: string }[]) =>
  failed.map(({ object_id: id = '', title, reason }) => ({
    id,
    reason: title ? `${title}: ${reason}` : reason,
  }))

const resultOf = ({
  modified = 0,
  unchanged = 0,
  failed = [],
  change_set_id: changeSetId = null,
}: BulkResult): Ended => ({ modified, unchanged, failures: failuresOf(failed), changeSetId })

async function* finished(first: Job, context: RunContext): AsyncGenerator<Progress, Ended> {
  const job = yield* followJob(first, bucketSlugOf(context.facts), context)
  // Objects that it went through without a need to change them are done, too.
  const { modified = job.done } = (job.result ?? {}) as { modified?: number }
  return {
    modified,
    unchanged: Math.max(0, job.done - modified),
    failures: failuresOf(await allFailures(job, context)),
    changeSetId: job.change_set_id,
  }
}

const FAILURES_AT_ONCE = 1000

/** All that a job could not be done to: it tells only of the first hundred by itself. */
async function allFailures(
  { id, failed, errors }: Job,
  { services, signal }: RunContext,
): Promise<Job['errors']> {
  if (failed <= errors.length) return errors
  const all: Job['errors'] = []
  for (;;) {
    const query = { job_id: id, limit: FAILURES_AT_ONCE, skip: all.length }
    const { failures, total } = await services.get(Api).call(listJobFailures, { query }, { signal })
    all.push(...failures)
    if (failures.length === 0 || all.length >= total) return all
  }
}
