import { readBucket } from '@typecase/plugin-sdk/bucket'
import { bucketSlugOf } from '@typecase/plugin-sdk/bucket-slug'
import type { ArgsOf, Run } from '@typecase/plugin-sdk/command'

import { textQuery } from '../list/text-query.ts'
import { objectsRoute } from '../routes.ts'
import type { searchAllFieldsArgs } from './go-commands.ts'

export const run: Run<ArgsOf<typeof searchAllFieldsArgs>> = async (
  { words },
  { services, facts, go },
) => {
  const { object_types: types } = await readBucket(services, bucketSlugOf(facts))
  await go(objectsRoute, { search: { query: textQuery(words, types) } })
}
