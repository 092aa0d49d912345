import { duplicateObjectType } from '@typecase/contract/object-types'
import { bucketSlugOf } from '@typecase/plugin-sdk/bucket-slug'
import type { ArgsOf, Run } from '@typecase/plugin-sdk/command'
import { Api } from '@typecase/plugin-sdk/services'

import { refreshBucket } from '../queries.ts'
import { objectTypeRoute } from '../routes.ts'
import type { typeArgs } from './type-commands.ts'

export const run: Run<ArgsOf<typeof typeArgs>> = async ({ type_slug }, { services, facts, go }) => {
  const slug = bucketSlugOf(facts)
  const { object_type: copy } = await services
    .get(Api)
    .call(duplicateObjectType, { body: { slug, type_slug } })
  await refreshBucket(services, slug)
  await go(objectTypeRoute, { params: { typeSlug: copy.slug } })
  return { message: `${copy.title} is ready` }
}
