import { deleteBucket } from '@typecase/contract/buckets'
import type { ArgsOf, Run } from '@typecase/plugin-sdk/command'
import { Api } from '@typecase/plugin-sdk/services'

import { refreshProjects } from '../queries.ts'
import { projectsRoute } from '../routes.ts'
import type { deleteBucketArgs } from './bucket-commands.ts'

export const run: Run<ArgsOf<typeof deleteBucketArgs>> = async ({ bucket }, { services, go }) => {
  await services.get(Api).call(deleteBucket, { query: { slug: bucket } })
  await go(projectsRoute)
  await refreshProjects(services)
  return { message: 'The bucket is deleted' }
}
