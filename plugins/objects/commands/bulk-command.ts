import type { CommandModule, RunContext } from '@typecase/plugin-sdk/command'
import type { Scope } from '@typecase/plugin-sdk/scope'
import { Api } from '@typecase/plugin-sdk/services'

import { bucketSlugOf } from '../bucket-slug.ts'
import type { BulkCallModule } from '../calls/bulk-call.ts'
import { type BulkCall, planBulk } from './bulk-plan.ts'
import { pageFrom } from './plan-page.ts'
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
  const send = (more?: object) => {
    const { endpoint, input } = asked(more)
    return services.get(Api).call(endpoint, input, { signal })
  }
  return {
    ...call.words(args),
    send: () => send(),
    dryRun: () => {
      const { endpoint, input } = asked({ dry_run: true })
      return services.get(Api).stream(endpoint, input, { signal })
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
