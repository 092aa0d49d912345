import { duplicateObjects } from '@typecase/contract/objects'
import type { ArgsOf } from '@typecase/plugin-sdk/command'
import type { CallPlace, CallWords, ServerCall } from '@typecase/plugin-sdk/server-call'

import type { scopeArgs } from '../commands/conditions.ts'
import { targetOf } from '@typecase/plugin-sdk/bulk-target'

type Args = ArgsOf<typeof scopeArgs>

export const callOf = (
  { scope, bucket }: Args,
  { bucketSlug }: CallPlace,
): ServerCall<typeof duplicateObjects> => ({
  endpoint: duplicateObjects,
  body: { slug: bucket ?? bucketSlug, ...targetOf(scope) },
})

export const words = (): CallWords => ({
  verb: 'Duplicate',
  done: (objects) => `Duplicated ${objects}.`,
})
