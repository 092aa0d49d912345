import { unarchiveProject as unarchive } from '@typecase/contract/projects'
import { type ArgsOf, type Run, refTo } from '@typecase/plugin-sdk/command'
import { Api } from '@typecase/plugin-sdk/services'

import { refreshProjects } from '../queries.ts'
import { archiveProject, type projectArgs } from './project-commands.ts'

export const run: Run<ArgsOf<typeof projectArgs>> = async (body, { services }) => {
  const { project } = await services.get(Api).call(unarchive, { body })
  await refreshProjects(services)
  return { message: `${project.title} is back`, undo: refTo(archiveProject, body) }
}
