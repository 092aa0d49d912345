import { deleteObjects } from '@typecase/contract/objects'
import type { ArgsOf } from '@typecase/plugin-sdk/command'
import type { CallPlace, CallWords, ServerCall } from '@typecase/plugin-sdk/server-call'

import type { scopeArgs } from '../commands/conditions.ts'
import { targetOf } from '@typecase/plugin-sdk/bulk-target'

type Args = ArgsOf<typeof scopeArgs>

export const callOf = (
  { scope, bucket }: Args,
  { bucketSlug }: CallPlace,
): ServerCall<typeof deleteObjects> => ({
  endpoint: deleteObjects,
  body: { slug: bucket ?? bucketSlug, ...targetOf(scope) },
})

export const words = (): CallWords => ({
  verb: 'Delete',
  done: (objects) => `Deleted ${objects}.`,
})
