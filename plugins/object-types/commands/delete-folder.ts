import { deleteObjectTypeFolder } from '@typecase/contract/object-type-folders'
import { bucketSlugOf } from '@typecase/plugin-sdk/bucket-slug'
import type { ArgsOf, Run } from '@typecase/plugin-sdk/command'
import { Api } from '@typecase/plugin-sdk/services'

import { refreshBucket } from '../queries.ts'
import type { deleteFolderArgs } from './folder-commands.ts'

export const run: Run<ArgsOf<typeof deleteFolderArgs>> = async (
  { folder },
  { services, facts },
) => {
  const slug = bucketSlugOf(facts)
  await services
    .get(Api)
    .call(deleteObjectTypeFolder, { query: { slug, object_type_folder_slug: folder } })
  await refreshBucket(services, slug)
  return { message: 'The folder is deleted; its object types stay' }
}
