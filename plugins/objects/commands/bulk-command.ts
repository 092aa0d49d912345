import { bucketSlugOf } from '@typecase/plugin-sdk/bucket-slug'
import type { CommandModule, RunContext } from '@typecase/plugin-sdk/command'
import { refusedAs } from '@typecase/plugin-sdk/refused-as'
import type { Scope } from '@typecase/plugin-sdk/scope'
import { Api } from '@typecase/plugin-sdk/services'

import type { BulkCallModule } from '../calls/bulk-call.ts'
import { type BulkCall, planBulk } from './bulk-plan.ts'
import { pageFrom } from '@typecase/plugin-sdk/plan-page'
import { runBulk } from './run-bulk.ts'

interface OverObjects {
  readonly scope: Scope
}

/** A declared call, as `run` and `plan` send it. */
export const bulkCall = <Args extends OverObjects>(
  call: BulkCallModule<Args>,
  args: Args,
  { services, facts, signal }: RunContext,
): BulkCall => {
  const asked = (more: object = {}) => {
    const { endpoint, body } = call.callOf(args, { bucketSlug: bucketSlugOf(facts) })
    return { endpoint, input: { body: { ...body, ...more } } }
  }
  const refused = (reason: unknown) => refusedAs(reason, (path) => call.argumentAt?.(path))
  const send = async (more?: object) => {
    const { endpoint, input } = asked(more)
    try {
      return await services.get(Api).call(endpoint, input, { signal })
    } catch (reason) {
      throw refused(reason)
    }
  }
  return {
    ...call.words(args),
    send: () => send(),
    dryRun: async function* () {
      const { endpoint, input } = asked({ dry_run: true })
      try {
        yield* services.get(Api).stream(endpoint, input, { signal })
      } catch (reason) {
        throw refused(reason)
      }
    },
    page: (skip, version) => send({ dry_run: true, ...pageFrom(skip, version) }),
  }
}

/** A command that is its call and nothing else. */
export const bulkCommand = <Args extends OverObjects>(
  call: BulkCallModule<Args>,
): CommandModule<Args> & Required<Pick<CommandModule<Args>, 'plan'>> => ({
  async *run(args, context) {
    return yield* runBulk(args.scope, bulkCall(call, args, context), context)
  },
  plan: (args, context) => planBulk(args.scope, bulkCall(call, args, context), context),
})
