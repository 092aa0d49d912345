import { updateObjectTypeFolder } from '@typecase/contract/object-type-folders'
import { readBucket } from '@typecase/plugin-sdk/bucket'
import { bucketSlugOf } from '@typecase/plugin-sdk/bucket-slug'
import { type ArgsOf, type Run, refTo } from '@typecase/plugin-sdk/command'
import { Api } from '@typecase/plugin-sdk/services'

import { refreshBucket } from '../queries.ts'
import { renameFolder, type renameFolderArgs } from './folder-commands.ts'

export const run: Run<ArgsOf<typeof renameFolderArgs>> = async (
  { folder, title },
  { services, facts },
) => {
  const slug = bucketSlugOf(facts)
  const bucket = await readBucket(services, slug)
  const before = bucket.object_type_folders.find((one) => one.slug === folder)
  await services.get(Api).call(updateObjectTypeFolder, {
    body: { slug, object_type_folder_slug: folder, data: { title } },
  })
  await refreshBucket(services, slug)
  return {
    message: `Renamed to ${title}`,
    ...(before && { undo: refTo(renameFolder, { folder, title: before.title }) }),
  }
}
