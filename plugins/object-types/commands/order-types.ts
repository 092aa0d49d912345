import { reorderObjectTypes } from '@typecase/contract/object-types'
import { readBucket } from '@typecase/plugin-sdk/bucket'
import { bucketSlugOf } from '@typecase/plugin-sdk/bucket-slug'
import { type ArgsOf, type Run, refTo } from '@typecase/plugin-sdk/command'
import { Api } from '@typecase/plugin-sdk/services'

import { refreshBucket } from '../queries.ts'
import { orderTypes, type orderTypesArgs } from './type-commands.ts'

export const run: Run<ArgsOf<typeof orderTypesArgs>> = async (args, { services, facts }) => {
  const slug = bucketSlugOf(facts)
  const before = await readBucket(services, slug)
  await services.get(Api).call(reorderObjectTypes, { body: { slug, ...args } })
  await refreshBucket(services, slug)
  return {
    undo: refTo(orderTypes, { object_type_slugs: before.object_types.map((type) => type.slug) }),
  }
}
