import { addObjectTypeFolder } from '@typecase/contract/object-type-folders'
import { bucketSlugOf } from '@typecase/plugin-sdk/bucket-slug'
import { type ArgsOf, type Run, refTo } from '@typecase/plugin-sdk/command'
import { Api } from '@typecase/plugin-sdk/services'

import { refreshBucket } from '../queries.ts'
import { deleteFolder, type newFolderArgs } from './folder-commands.ts'

export const run: Run<ArgsOf<typeof newFolderArgs>> = async (data, { services, facts }) => {
  const slug = bucketSlugOf(facts)
  const { object_type_folder: folder } = await services
    .get(Api)
    .call(addObjectTypeFolder, { body: { slug, data } })
  await refreshBucket(services, slug)
  return {
    message: `Folder ${folder.title} is made`,
    undo: refTo(deleteFolder, { folder: folder.slug }),
  }
}
