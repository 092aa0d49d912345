import { listProjects, updateProjectOrder } from '@typecase/contract/projects'
import { type ArgsOf, type Run, refTo } from '@typecase/plugin-sdk/command'
import { Api } from '@typecase/plugin-sdk/services'

import { refreshProjects } from '../queries.ts'
import { orderProjects, type orderArgs } from './project-commands.ts'

export const run: Run<ArgsOf<typeof orderArgs>> = async (body, { services }) => {
  const api = services.get(Api)
  const before = await api.call(listProjects, {})
  await api.call(updateProjectOrder, { body })
  await refreshProjects(services)
  return { undo: refTo(orderProjects, { project_ids: before.projects.map(({ id }) => id) }) }
}
