import { type ReplaceInMediaBody, replaceInMedia } from '@typecase/contract/media'
import { bucketSlugOf } from '@typecase/content/bucket-slug'
import type { ArgsOf, RunContext, CommandModule } from '@typecase/plugin-sdk/command'
import { mediaNoun } from '@typecase/content/words/nouns'
import { planReplacement } from '@typecase/content/replace-plan'
import { runBulk } from '@typecase/content/run-bulk'
import { Api } from '@typecase/plugin-sdk/services'

import * as calls from '../calls.ts'
import type { replaceArgs } from './replace.ts'

export const replace: CommandModule<ArgsOf<typeof replaceArgs>> = {
  async *run(args, context) {
    const outcome = yield* runBulk(
      args.scope ?? calls.everything,
      {
        ...calls.replace.words(args),
        hasSeparateCount: true,
        send: async () => {
          const body = bodyOf(args, context)
          const { sample: _, ...answer } = await context.services
            .get(Api)
            .call(replaceInMedia, { body })
          return answer
        },
      },
      context,
    )
    const failures = outcome.failures?.map((failure) => ({ ...failure, kind: 'media' }))
    return { ...outcome, ...(failures && { failures }) }
  },
  plan: (args, context) => {
    const { find, scope = calls.everything } = args
    // A review starts with all matches, even if a repeated command carries exclusions.
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
        const exclusion = less.length > 0 && { exclude_ids: less }
        return send({ ...rest, media_ids, ...out, ...exclusion }, context)
      },
    })
  },
}

const bodyOf = (args: ArgsOf<typeof replaceArgs>, context: RunContext): ReplaceInMediaBody =>
  calls.replace.callOf(args, { bucketSlug: bucketSlugOf(context.facts) }).body

const send = (body: ReplaceInMediaBody, { services, signal }: RunContext) =>
  services.get(Api).call(replaceInMedia, { body }, { signal })
