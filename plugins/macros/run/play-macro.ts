import type { BulkScope } from '@typecase/contract/bulk-scope'
import { runMacro as runCall } from '@typecase/contract/macros'
import type { BulkResult } from '@typecase/contract/objects'
import { isApiError } from '@typecase/plugin-sdk/api-error'
import { bucketSlugOf } from '@typecase/content/bucket-slug'
import type {
  ArgsOf,
  CommandModule,
  Outcome,
  Progress,
  RunContext,
} from '@typecase/plugin-sdk/command'
import type { Plan } from '@typecase/plugin-sdk/plan'
import { type BulkCall, planBulk } from '@typecase/content/bulk-plan'
import { pageFrom } from '@typecase/content/dry-run'
import { keepPublish, withPublish } from '@typecase/content/publish-choice'
import { type NamedArgument, withArgumentErrors } from '@typecase/plugin-sdk/argument-errors'
import { runBulk } from '@typecase/content/run-bulk'
import { Api } from '@typecase/plugin-sdk/services'

import { runMacro as call } from '../calls.ts'
import type { playArgs, runArgs } from '../commands.ts'
import { macro as kind } from '../record.ts'
import { describeProblem } from '../words/problems.ts'
import { choiceOf, type Value, valueKeys, valuesOf } from './macro-choice.ts'

type Args = ArgsOf<typeof playArgs>
type RunArgs = ArgsOf<typeof runArgs>

export const playMacro = { run, plan } satisfies CommandModule<Args>

/** Runs a macro like “Run macro…”, for callers that name the macro by its id and its arguments by their keys. */
export const runMacro: CommandModule<RunArgs> = {
  async *run(args, context) {
    return yield* run(await withMacro(args, context), context)
  },
  plan: async (args, context) => plan(await withMacro(args, context), context),
}

async function withMacro(
  { scope, macro_id, args = {}, publish }: RunArgs,
  { services, facts }: RunContext,
): Promise<Args> {
  const macro = choiceOf(await kind.read(services, bucketSlugOf(facts), macro_id))
  const values = macro.arguments.flatMap(({ key }, index): [string, Value][] => {
    const [name, value] = [valueKeys[index], args[key]]
    return name === undefined || value === undefined ? [] : [[name, value]]
  })
  return { scope, macro, ...Object.fromEntries(values), ...(publish !== undefined && { publish }) }
}

/** Adds the choice of what goes live, if the macro lets the run decide. */
const withPublishChoice = (args: Args, context: RunContext): Promise<Args> | Args =>
  args.macro.isEdit === false ? args : withPublish(args, context)

/** Applies all steps to each object, as one change with one undo. */
async function* run(input: Args, context: RunContext): AsyncGenerator<Progress, Outcome> {
  const args = await withPublishChoice(input, context)
  const outcome = yield* runBulk(args.scope, callOf(args, context), context)
  await keepPublish(input, context)
  return outcome
}

/** Plans with the server's dry run, which shows the result of the last step. */
async function plan(input: Args, context: RunContext): Promise<Plan> {
  const args = await withPublishChoice(input, context)
  return planBulk(args.scope, callOf(args, context), context)
}

/** Returns the call that runs the macro, and the words for its outcome. */
function callOf(args: Args, context: RunContext): BulkCall {
  const { macro, publish } = args
  return {
    verb: `Run “${macro.title}” on`,
    result: (objects) => `Ran “${macro.title}” on ${objects}.`,
    already: 'unchanged',
    ...(publish !== undefined && { takesPublish: true, publish }),
    send: () => send(args, context),
    async *dryRun() {
      yield await send(args, context, { dry_run: true })
    },
    page: (skip, version) => send(args, context, { dry_run: true, ...pageFrom(skip, version) }),
  }
}

async function send(
  args: Args,
  { services, facts, signal }: RunContext,
  more?: Partial<BulkScope>,
): Promise<BulkResult> {
  const { scope, macro, publish, ...values } = args
  const request = { scope, macro_id: macro.id, args: valuesOf(macro, values), publish }
  const { body } = call.callOf(request, { bucketSlug: bucketSlugOf(facts) })
  const options = more && { signal }
  try {
    return await services.get(Api).call(runCall, { body: { ...body, ...more } }, options)
  } catch (reason) {
    throw inSteps(withArgumentErrors(reason, argumentsOf(args)))
  }
}

/** Returns the argument of “Run macro…” at a path that the server refused. A list is refused item by item. */
function argumentsOf({ macro }: Args): (path: string) => NamedArgument | undefined {
  return (path) => {
    const [, named] = /^args\.([^.]+)/.exec(path) ?? []
    const index = macro.arguments.findIndex(({ key }) => key === named)
    const [key, argument] = [valueKeys[index], macro.arguments[index]]
    return key && argument && { key, title: argument.title }
  }
}

/** Rewrites a refusal in the macro's terms: `Step 2: price must be a number`. */
function inSteps(reason: unknown): unknown {
  if (!isApiError(reason, 'invalid')) return reason
  const detail = reason.details.find(({ path }) => path.startsWith('steps.'))
  if (!detail) return reason
  const message = describeProblem(detail.message)
  return Object.create(reason, { message: { value: message, enumerable: true } }) as Error
}
