import { unpublishObjects } from '@typecase/contract/objects'
import type { ArgsOf } from '@typecase/plugin-sdk/command'
import type { CallPlace, CallWords, ServerCall } from '@typecase/plugin-sdk/server-call'

import type { publishArgs } from '../commands/bulk-commands.ts'
import { targetOf } from '@typecase/plugin-sdk/bulk-target'

type Args = ArgsOf<typeof publishArgs>

export const callOf = (
  { scope, all_versions }: Args,
  { bucketSlug: slug }: CallPlace,
): ServerCall<typeof unpublishObjects> => ({
  endpoint: unpublishObjects,
  body: { slug, ...targetOf(scope), ...(all_versions && { all_versions }) },
})

export const words = ({ all_versions = false }: Args): CallWords => ({
  verb: 'Unpublish',
  done: (objects) => `Unpublished ${objects}.`,
  already: 'drafts already',
  hasOwnCount: all_versions,
})
