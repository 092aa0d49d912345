import { type ReplaceInMediaBody, replaceInMedia } from '@typecase/contract/media'
import { bucketSlugOf } from '@typecase/plugin-sdk/bucket-slug'
import type { ArgsOf, MakePlan, Outcome, Progress, RunContext } from '@typecase/plugin-sdk/command'
import { mediaNoun } from '@typecase/plugin-sdk/noun'
import { planReplacement } from '@typecase/plugin-sdk/replace-plan'
import { runBulk } from '@typecase/plugin-sdk/run-bulk'
import { Api } from '@typecase/plugin-sdk/services'

import { callOf, everything, words } from '../calls/replace.ts'
import type { replaceArgs } from './media-commands.ts'

type Args = ArgsOf<typeof replaceArgs>
type Body = ReplaceInMediaBody

const bodyOf = (args: Args, context: RunContext): Body =>
  callOf(args, { bucketSlug: bucketSlugOf(context.facts) }).body

const send = (body: Body, { services, signal }: RunContext) =>
  services.get(Api).call(replaceInMedia, { body }, { signal })

export async function* run(args: Args, context: RunContext): AsyncGenerator<Progress, Outcome> {
  const bucket = bucketSlugOf(context.facts)
  const outcome = yield* runBulk(
    args.scope ?? everything,
    bucket,
    {
      ...words(args),
      hasOwnCount: true,
      send: async () => {
        const { sample: _, ...answer } = await send(bodyOf(args, context), context)
        return answer
      },
      undo: (id) => ({ command: 'jobs.undo-change-set', args: { bucket, change_set_id: id } }),
    },
    context,
  )
  const failures = outcome.failures?.map((failure) => ({ ...failure, kind: 'media' }))
  return { ...outcome, ...(failures && { failures }) }
}

export const plan: MakePlan<Args> = (args, context) => {
  const { find, scope = everything } = args
  // Each review begins with all of them, also where the command is repeated.
  const body = { ...bodyOf({ ...args, exclude: [] }, context), dry_run: true }
  const { services, signal } = context
  return planReplacement({
    find,
    scope,
    noun: mediaNoun,
    stream: () => services.get(Api).stream(replaceInMedia, { body }, { signal }),
    page: (page) => send({ ...body, ...page }, context),
    only(media_ids, { exclude_ids = [], ...out }) {
      const { query: _, ...rest } = body
      const less = [...(body.exclude_ids ?? []), ...exclude_ids]
      const left = less.length > 0 && { exclude_ids: less }
      return send({ ...rest, media_ids, ...out, ...left }, context)
    },
  })
}
