import { searchAndReplace } from '@typecase/contract/search-and-replace'
import type { ArgsOf } from '@typecase/plugin-sdk/command'
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
    match: {
      case: options.includes('match_case'),
      whole_word: options.includes('whole_word'),
      regex: options.includes('regex'),
      preserve_case: options.includes('preserve_case'),
    },
    ...(fields.length > 0 && { fields }),
    ...(except_fields.length > 0 && { exclude_fields: except_fields }),
    ...(exclude.length > 0 && { exclude }),
  },
})

export const words = ({ find }: Args): CallWords => ({
  verb: `Replace “${find}” in`,
  done: (objects) => `Replaced “${find}” in ${objects}.`,
})
