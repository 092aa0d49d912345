import { readBucket } from '@typecase/content/bucket'
import { bucketSlugOf } from '@typecase/content/bucket-slug'
import { bulkModule } from '@typecase/content/bulk-module'
import type { PublishArgs } from '@typecase/content/publish-ask'
import { bulkEditObjects } from '@typecase/contract/bulk-edit'
import { targetOf } from '@typecase/content/bulk-target'
import type { ArgsOf, CommandModule, RunContext } from '@typecase/plugin-sdk/command'
import type { Scope } from '@typecase/plugin-sdk/scope'

import type { setUnsetArgs } from './unset-locales.ts'

type Args = ArgsOf<typeof setUnsetArgs>

const bulk = bulkModule<PublishArgs & { readonly scope: Scope }>({
  callOf: ({ scope, publish }, { bucketSlug: slug }) => ({
    endpoint: bulkEditObjects,
    // Without a locale, the server uses the default of each type.
    body: {
      slug,
      ...targetOf(scope),
      data: { locale: null },
      ...(publish !== undefined && { publish }),
    },
  }),
  words: ({ publish }) => ({
    verb: 'Set the locale of',
    result: (objects) => `Set the locale of ${objects}.`,
    already: 'without a default locale',
    hasSeparateCount: true,
    takesPublish: true,
    publish,
  }),
})

/** Returns all objects of localised types that have no locale. */
async function unsetObjects({ services, facts }: RunContext): Promise<Scope> {
  const { object_types: types } = await readBucket(services, bucketSlugOf(facts))
  const localized = types.filter(({ localization }) => localization).map(({ slug }) => slug)
  return { kind: 'query', query: { type: { $in: localized }, locale: null }, total: 0 }
}

async function withScope({ scope, publish }: Args, context: RunContext) {
  return { scope: scope ?? (await unsetObjects(context)), publish }
}

export const setUnset: CommandModule<Args> = {
  async *run(args, context) {
    return yield* bulk.run(await withScope(args, context), context)
  },
  plan: async (args, context) => bulk.plan(await withScope(args, context), context),
}
