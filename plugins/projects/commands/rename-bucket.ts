import { getBucket, updateBucket } from '@typecase/contract/buckets'
import { type ArgsOf, type Run, refTo } from '@typecase/plugin-sdk/command'
import { Api } from '@typecase/plugin-sdk/services'
import { refuseIfRenamed } from '@typecase/plugin-sdk/undo-rename'

import { refreshProjects } from '../queries.ts'
import { renameBucket, type renameBucketArgs } from './bucket-commands.ts'

export const run: Run<ArgsOf<typeof renameBucketArgs>> = async (
  { bucket: slug, title, replaces },
  { services },
) => {
  const api = services.get(Api)
  const { bucket: before } = await api.call(getBucket, { query: { slug } })
  refuseIfRenamed(before.title, replaces)
  await api.call(updateBucket, {
    body: { slug, data: { title }, ...(replaces && { rev: before.rev }) },
  })
  await refreshProjects(services)
  return {
    message: `Renamed to ${title}`,
    undo: refTo(renameBucket, { bucket: slug, title: before.title, replaces: title }),
  }
}
