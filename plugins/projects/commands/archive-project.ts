import { archiveProject as archive } from '@typecase/contract/projects'
import { type ArgsOf, type Run, refTo } from '@typecase/plugin-sdk/command'
import { Api } from '@typecase/plugin-sdk/services'

import { refreshProjects } from '../queries.ts'
import { unarchiveProject, type projectArgs } from './project-commands.ts'

export const run: Run<ArgsOf<typeof projectArgs>> = async (body, { services }) => {
  const { project } = await services.get(Api).call(archive, { body })
  await refreshProjects(services)
  return { message: `${project.title} is archived`, undo: refTo(unarchiveProject, body) }
}
