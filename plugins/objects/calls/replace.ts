import { searchAndReplace } from '@typecase/contract/search-and-replace'
import type { ArgsOf } from '@typecase/plugin-sdk/command'
import { matchOf } from '@typecase/plugin-sdk/replace-options'
import type { CallPlace, CallWords, ServerCall } from '@typecase/plugin-sdk/server-call'

import type { replaceArgs } from '../commands/edit-commands.ts'
import { targetOf } from '@typecase/plugin-sdk/bulk-target'

type Args = ArgsOf<typeof replaceArgs>

export const callOf = (
  { scope, find, replace, fields = [], except_fields = [], options = [], exclude = [] }: Args,
  { bucketSlug: slug }: CallPlace,
): ServerCall<typeof searchAndReplace> => ({
  endpoint: searchAndReplace,
  body: {
    slug,
    ...targetOf(scope),
    find,
    replace,
    match: matchOf(options),
    ...(fields.length > 0 && { fields }),
    ...(except_fields.length > 0 && { exclude_fields: except_fields }),
    ...(exclude.length > 0 && { exclude }),
  },
})

export const words = ({ find }: Args): CallWords => ({
  verb: `Replace “${find}” in`,
  done: (objects) => `Replaced “${find}” in ${objects}.`,
})
