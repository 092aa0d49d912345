import { bucketSlugOf } from '@typecase/content/bucket-slug'
import { bulkCall } from '@typecase/content/bulk-module'
import { type BulkCallModule, planBulk } from '@typecase/content/bulk-plan'
import { withPublish } from '@typecase/content/publish-choice'
import { refreshObjects } from '@typecase/content/refresh-objects'
import { runBulk } from '@typecase/content/run-bulk'
import { undoOfChanges } from '@typecase/content/words/undo'
import * as objects from '@typecase/contract/objects'
import { type ArgsOf, type CommandModule, refTo } from '@typecase/plugin-sdk/command'
import type { Scope } from '@typecase/plugin-sdk/scope'
import type { CallModule } from '@typecase/plugin-sdk/server-call'
import { Api } from '@typecase/plugin-sdk/services'

import { openObject } from './open.ts'
import type { addArgs, updateArgs } from './write.ts'

type AddArgs = ArgsOf<typeof addArgs>

export const addCall = {
  callOf: ({ bucket, metadata, ...values }, { bucketSlug }) => ({
    endpoint: objects.addObject,
    body: {
      slug: bucket ?? bucketSlug,
      data: { ...values, ...(metadata && { metadata: { ...metadata } }) },
    },
  }),
} satisfies CallModule<AddArgs, typeof objects.addObject>

export const addObject: CommandModule<AddArgs> = {
  async run(args, { services, facts, signal }) {
    const bucket = bucketSlugOf(facts)
    const { endpoint, body } = addCall.callOf(args, { bucketSlug: bucket })
    const { object, change_set_id: id } = await services
      .get(Api)
      .call(endpoint, { body }, { signal })
    await refreshObjects(services)
    return {
      message: `Added “${object.title}”.`,
      ...(id !== undefined && { undo: undoOfChanges(body.slug, id) }),
      view: refTo(openObject, { id: object.id }),
    }
  },
}

type UpdateArgs = ArgsOf<typeof updateArgs>

export const updateCall: BulkCallModule<UpdateArgs> = {
  callOf: ({ updates, publish, bucket }, { bucketSlug }) => ({
    endpoint: objects.updateObjects,
    body: {
      slug: bucket ?? bucketSlug,
      updates: updates.map(({ object_id, rev, metadata, ...values }) => ({
        object_id,
        data: { ...values, ...(metadata && { metadata: { ...metadata } }) },
        ...(rev !== undefined && { rev }),
      })),
      ...(publish !== undefined && { publish }),
    },
  }),
  words: ({ publish }) => ({
    verb: 'Update',
    result: (count) => `Updated ${count}.`,
    already: 'unchanged',
    takesPublish: true,
    publish,
  }),
}

const scopeOf = ({ updates }: UpdateArgs): Scope => ({
  kind: 'ids',
  ids: updates.map(({ object_id: id }) => id),
})

export const updateObjects: CommandModule<UpdateArgs> = {
  async *run(input, context) {
    const args = await withPublish(input, context)
    return yield* runBulk(scopeOf(args), bulkCall(updateCall, args, context), context)
  },
  async plan(input, context) {
    const args = await withPublish(input, context)
    const plan = await planBulk(scopeOf(args), bulkCall(updateCall, args, context), context)
    // Every object has its own values, so a scope cannot exclude objects.
    const { args: _, scopeArg: __, ...rest } = plan
    return { ...rest, args: { publish: args.publish } }
  },
}
