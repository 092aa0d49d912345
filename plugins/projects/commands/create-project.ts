import { addProjectWithBucket } from '@typecase/contract/projects'
import type { ArgsOf, Run } from '@typecase/plugin-sdk/command'
import { Api } from '@typecase/plugin-sdk/services'

import { refreshProjects } from '../queries.ts'
import type { createArgs } from './project-commands.ts'

export const run: Run<ArgsOf<typeof createArgs>> = async (body, { services, go }) => {
  const { project, bucket } = await services.get(Api).call(addProjectWithBucket, { body })
  await refreshProjects(services)
  await go(`/${bucket.slug}/objects`)
  return { message: `${project.title} is ready` }
}
