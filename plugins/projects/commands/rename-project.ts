import { getProject, updateProject } from '@typecase/contract/projects'
import { type ArgsOf, type Run, refTo } from '@typecase/plugin-sdk/command'
import { Api } from '@typecase/plugin-sdk/services'
import { refuseIfRenamed } from '@typecase/plugin-sdk/undo-rename'

import { refreshProjects } from '../queries.ts'
import { renameProject, type renameArgs } from './project-commands.ts'

export const run: Run<ArgsOf<typeof renameArgs>> = async (
  { project_id, title, replaces },
  { services },
) => {
  const api = services.get(Api)
  const { project: before } = await api.call(getProject, { query: { project_id } })
  refuseIfRenamed(before.title, replaces)
  await api.call(updateProject, {
    body: { project_id, data: { title }, ...(replaces && { rev: before.rev }) },
  })
  await refreshProjects(services)
  return {
    message: `Renamed to ${title}`,
    undo: refTo(renameProject, { project_id, title: before.title, replaces: title }),
  }
}
