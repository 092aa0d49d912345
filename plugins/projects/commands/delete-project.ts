import { deleteProject } from '@typecase/contract/projects'
import type { ArgsOf, Run } from '@typecase/plugin-sdk/command'
import { Api } from '@typecase/plugin-sdk/services'

import { refreshProjects } from '../queries.ts'
import { projectsRoute } from '../routes.ts'
import type { deleteArgs } from './project-commands.ts'

export const run: Run<ArgsOf<typeof deleteArgs>> = async ({ project_id }, { services, go }) => {
  await services.get(Api).call(deleteProject, { query: { project_id } })
  await go(projectsRoute)
  await refreshProjects(services)
  return { message: 'The project is deleted' }
}
