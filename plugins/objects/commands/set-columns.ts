import { bucketSlugOf } from '@typecase/plugin-sdk/bucket-slug'
import type { ArgsOf, Run } from '@typecase/plugin-sdk/command'
import { Storage } from '@typecase/plugin-sdk/services'

import { columnsKey } from '../list/preferences.ts'
import type { columnsArgs } from './list-commands.ts'

/** Remembers the columns for this bucket and type; none at all means the usual ones. */
export const run: Run<ArgsOf<typeof columnsArgs>> = async ({ columns }, { services, facts }) => {
  const key = columnsKey(bucketSlugOf(facts), facts['objects.type'])
  if (columns.length === 0) services.get(Storage).remove(key)
  else services.get(Storage).set(key, columns)
}
