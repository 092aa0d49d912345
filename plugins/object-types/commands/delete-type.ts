import { deleteObjectType } from '@typecase/contract/object-types'
import { bucketSlugOf } from '@typecase/plugin-sdk/bucket-slug'
import type { ArgsOf, Run } from '@typecase/plugin-sdk/command'
import { Api } from '@typecase/plugin-sdk/services'

import { refreshBucket } from '../queries.ts'
import { objectTypesRoute } from '../routes.ts'
import type { deleteTypeArgs } from './type-commands.ts'

export const run: Run<ArgsOf<typeof deleteTypeArgs>> = async (
  { type_slug },
  { services, facts, go },
) => {
  const slug = bucketSlugOf(facts)
  await services.get(Api).call(deleteObjectType, { query: { slug, type_slug } })
  await go(objectTypesRoute)
  await refreshBucket(services, slug)
  return { message: 'The object type is deleted; its objects are in the trash' }
}
