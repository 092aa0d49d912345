import { updateBucket } from '@typecase/contract/buckets'
import type { ArgsOf, Run } from '@typecase/plugin-sdk/command'
import { Api } from '@typecase/plugin-sdk/services'

import { refreshProjects } from '../queries.ts'
import type { bucketArgs } from './bucket-commands.ts'

export const run: Run<ArgsOf<typeof bucketArgs>> = async ({ bucket: slug }, { services }) => {
  const { bucket } = await services
    .get(Api)
    .call(updateBucket, { body: { slug, data: { default: true } } })
  await refreshProjects(services)
  return { message: `${bucket.title} is the default bucket` }
}
