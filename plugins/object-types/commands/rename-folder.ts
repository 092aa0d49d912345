import { getBucket } from '@typecase/contract/buckets'
import { updateObjectTypeFolder } from '@typecase/contract/object-type-folders'
import { bucketSlugOf } from '@typecase/plugin-sdk/bucket-slug'
import { type ArgsOf, type Run, refTo } from '@typecase/plugin-sdk/command'
import { Api } from '@typecase/plugin-sdk/services'
import { refuseIfRenamed } from '@typecase/plugin-sdk/undo-rename'

import { refreshBucket } from '../queries.ts'
import { renameFolder, type renameFolderArgs } from './folder-commands.ts'

export const run: Run<ArgsOf<typeof renameFolderArgs>> = async (
  { folder, title, replaces },
  { services, facts },
) => {
  const slug = bucketSlugOf(facts)
  const api = services.get(Api)
  const { bucket } = await api.call(getBucket, { query: { slug } })
  const before = bucket.object_type_folders.find((one) => one.slug === folder)
  if (before) refuseIfRenamed(before.title, replaces)
  await api.call(updateObjectTypeFolder, {
    body: {
      slug,
      object_type_folder_slug: folder,
      data: { title },
      ...(replaces && before && { rev: before.rev }),
    },
  })
  await refreshBucket(services, slug)
  return {
    message: `Renamed to ${title}`,
    ...(before && { undo: refTo(renameFolder, { folder, title: before.title, replaces: title }) }),
  }
}
