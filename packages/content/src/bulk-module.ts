import { bucketSlugOf } from './bucket-slug.ts'
import type { CommandModule, Outcome, Progress, RunContext } from '@typecase/plugin-sdk/command'
import { pageFrom } from './dry-run.ts'
import type { PublishArgs } from './publish-ask.ts'
import { keepPublish, withPublish } from './publish-choice.ts'
import { withArgumentErrors } from '@typecase/plugin-sdk/argument-errors'
import { runBulk } from './run-bulk.ts'
import type { Scope } from '@typecase/plugin-sdk/scope'
import { Api } from '@typecase/plugin-sdk/services'

import { type BulkCall, type BulkCallModule, planBulk } from './bulk-plan.ts'

interface OverObjects extends PublishArgs {
  readonly scope: Scope
}

/** Binds a declared call to its arguments, so `run` and `plan` send the same request. */
export const bulkCall = <Args extends object>(
  call: BulkCallModule<Args>,
  args: Args,
  { services, facts, signal }: RunContext,
): BulkCall => {
  const callWith = (more: object = {}) => {
    const { endpoint, body } = call.callOf(args, { bucketSlug: bucketSlugOf(facts) })
    return { endpoint, input: { body: { ...body, ...more } } }
  }
  const refusal = (reason: unknown) => withArgumentErrors(reason, (path) => call.argumentAt?.(path))
  const send = async (more?: object, options = {}) => {
    const { endpoint, input } = callWith(more)
    try {
      return await services.get(Api).call(endpoint, input, options)
    } catch (reason) {
      throw refusal(reason)
    }
  }
  return {
    ...call.words(args),
    send: () => send(),
    dryRun: async function* () {
      const { endpoint, input } = callWith({ dry_run: true })
      try {
        yield* services.get(Api).stream(endpoint, input, { signal })
      } catch (reason) {
        throw refusal(reason)
      }
    },
    page: (skip, version) => send({ dry_run: true, ...pageFrom(skip, version) }, { signal }),
  }
}

/** Returns the module of a command that only makes its call. Other commands use its `plan`. */
export const bulkModule = <Args extends OverObjects>(
  call: BulkCallModule<Args>,
): Required<Pick<CommandModule<Args>, 'plan'>> & {
  run: (args: Args, context: RunContext) => AsyncGenerator<Progress, Outcome>
} => {
  const withPublishChoice = async (args: Args, context: RunContext) =>
    call.words(args).takesPublish ? withPublish(args, context) : args
  return {
    async *run(args, context) {
      const sent = bulkCall(call, await withPublishChoice(args, context), context)
      const outcome = yield* runBulk(args.scope, sent, context)
      await keepPublish(args, context)
      return outcome
    },
    plan: async (args, context) =>
      planBulk(
        args.scope,
        bulkCall(call, await withPublishChoice(args, context), context),
        context,
      ),
  }
}
