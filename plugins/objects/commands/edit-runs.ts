import { type SearchAndReplaceBody, searchAndReplace } from '@typecase/contract/search-and-replace'
import { bucketSlugOf } from '@typecase/content/bucket-slug'
import { isEmpty } from '@typecase/content/bulk-target'
import type { ArgsOf, CommandModule, RunContext } from '@typecase/plugin-sdk/command'
import { objectNoun } from '@typecase/content/words/nouns'
import { keepPublish, publishQuestion, withPublish } from '@typecase/content/publish-choice'
import { planReplacement } from '@typecase/content/replace-plan'
import { Api } from '@typecase/plugin-sdk/services'

import { replaceCall } from '../bulk/calls.ts'
import { nothing } from '@typecase/content/bulk-plan'
import { runBulk } from '@typecase/content/run-bulk'
import type { replaceArgs } from './edit.ts'

type Args = ArgsOf<typeof replaceArgs>
type Body = SearchAndReplaceBody

const bodyOf = (args: Args, { facts }: RunContext): Body =>
  replaceCall.callOf(args, { bucketSlug: bucketSlugOf(facts) }).body

const send = (body: Body, { services, signal }: RunContext) =>
  services.get(Api).call(searchAndReplace, { body }, { signal })

export const replace: CommandModule<Args> = {
  async *run(args, context) {
    const answered = await withPublish(args, context)
    const outcome = yield* runBulk(
      args.scope,
      {
        ...replaceCall.words(answered),
        hasSeparateCount: true,
        send: async () => {
          const body = bodyOf(answered, context)
          const { sample: _, ...answer } = await context.services
            .get(Api)
            .call(searchAndReplace, { body })
          return answer
        },
      },
      context,
    )
    await keepPublish(args, context)
    return outcome
  },
  async plan(input, context) {
    if (isEmpty(input.scope)) return nothing('Replace in')
    const args = await withPublish(input, context)
    const { find, scope, publish } = args
    // A review starts with all matches, even if a repeated command carries exclusions.
    const body = { ...bodyOf({ ...args, exclude: [] }, context), dry_run: true }
    const { services, signal } = context
    return planReplacement({
      find,
      scope,
      noun: objectNoun,
      publish,
      ask: (published) => publishQuestion(publish, published, context.facts),
      stream: () => services.get(Api).stream(searchAndReplace, { body }, { signal }),
      page: (page) => send({ ...body, ...page }, context),
      only(object_ids, { exclude_ids = [], ...out }) {
        const { query: _, ...rest } = body
        const less = [...(body.exclude_ids ?? []), ...exclude_ids]
        const exclusion = less.length > 0 && { exclude_ids: less }
        return send({ ...rest, object_ids, ...out, ...exclusion }, context)
      },
    })
  },
}
