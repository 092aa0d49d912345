import { bulkModule } from '@typecase/content/bulk-module'
import { objectRoute } from '@typecase/content/routes'
import type { ArgsOf, CommandModule } from '@typecase/plugin-sdk/command'
import type { Scope } from '@typecase/plugin-sdk/scope'

import { replaceReferenceCall } from '../bulk/calls.ts'
import { BROKEN_QUERY, usesQuery } from '../references/all-uses.ts'
import { objectsRoute } from '../routes.ts'
import type { replaceReferenceArgs, showUsesArgs } from './references.ts'

export const showUses: CommandModule<ArgsOf<typeof showUsesArgs>> = {
  async run({ id, use }, { go }) {
    if ('id' in use) await go(objectRoute, { params: { objectID: use.id } })
    else await go(objectsRoute, { search: { query: usesQuery(use, id) } })
  },
}

export const showBroken: CommandModule = {
  async run(_args, { go }) {
    await go(objectsRoute, { search: { query: BROKEN_QUERY } })
  },
}

type Args = ArgsOf<typeof replaceReferenceArgs>
type ScopedArgs = Args & { readonly scope: Scope }

/** Adds a scope for the exclusions of the review. The server itself finds the objects, in both versions. */
const withScope = (args: Args): ScopedArgs => ({
  ...args,
  scope: args.scope ?? { kind: 'query', query: { $references: args.from }, total: 0 },
})

const everywhere = bulkModule<ScopedArgs>(replaceReferenceCall)

export const replaceReference: CommandModule<Args> = {
  run: (args, context) => everywhere.run(withScope(args), context),
  plan: (args, context) => everywhere.plan(withScope(args), context),
}
