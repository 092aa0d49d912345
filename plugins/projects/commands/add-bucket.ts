import { addBucket } from '@typecase/contract/projects'
import type { ArgsOf, Run } from '@typecase/plugin-sdk/command'
import { Api } from '@typecase/plugin-sdk/services'

import { refreshProjects } from '../queries.ts'
import type { addBucketArgs } from './bucket-commands.ts'

export const run: Run<ArgsOf<typeof addBucketArgs>> = async (
  { project_id, ...data },
  { services, go },
) => {
  const { bucket } = await services.get(Api).call(addBucket, { body: { project_id, data } })
  await refreshProjects(services)
  await go(`/${bucket.slug}/objects`)
  return { message: `${bucket.title} is ready` }
}
