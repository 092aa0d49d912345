import { updateObjectType } from '@typecase/contract/object-types'
import { readBucket } from '@typecase/plugin-sdk/bucket'
import { bucketSlugOf } from '@typecase/plugin-sdk/bucket-slug'
import { type ArgsOf, type Run, refTo } from '@typecase/plugin-sdk/command'
import { Api } from '@typecase/plugin-sdk/services'

import { refreshBucket } from '../queries.ts'
import { moveToFolder, type moveToFolderArgs } from './folder-commands.ts'

export const run: Run<ArgsOf<typeof moveToFolderArgs>> = async (
  { type_slug, folder },
  { services, facts },
) => {
  const slug = bucketSlugOf(facts)
  const bucket = await readBucket(services, slug)
  const before = bucket.object_types.find((type) => type.slug === type_slug)
  await services.get(Api).call(updateObjectType, {
    body: { slug, type_slug, data: { folder: folder === '' ? null : folder } },
  })
  await refreshBucket(services, slug)
  return {
    message: `${before?.title ?? type_slug} is moved`,
    undo: refTo(moveToFolder, { type_slug, folder: before?.folder ?? '' }),
  }
}
