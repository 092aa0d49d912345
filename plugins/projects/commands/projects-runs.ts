import * as projects from '@typecase/contract/projects'
import type { AskContext } from '@typecase/plugin-sdk/ask'
import { type ArgsOf, refTo, type CommandModule } from '@typecase/plugin-sdk/command'
import { Api } from '@typecase/plugin-sdk/services'
import { refuseIfRenamed } from '@typecase/content/undo-rename'

import { refreshProjects } from '../queries.ts'
import { newProjectRoute, projectRoute, projectsRoute } from '../routes.ts'
import * as commands from './projects.ts'

export const newProject: CommandModule = {
  run: (_args, { go }) => go(newProjectRoute),
}

export const createProject: CommandModule<ArgsOf<typeof commands.createArgs>> = {
  run: async (body, { services, go }) => {
    const { project, bucket } = await services
      .get(Api)
      .call(projects.addProjectWithBucket, { body })
    await refreshProjects(services)
    await go(`/${bucket.slug}/objects`)
    return { message: `${project.title} is ready` }
  },
}

export const tryProject: CommandModule = {
  run: (_args, context) =>
    createProject.run(
      { project_title: 'Sample project', bucket_title: 'Blog', template: 'blog' },
      context,
    ),
}

export const openProject: CommandModule<ArgsOf<typeof commands.projectArgs>> = {
  run: ({ project_id }, { go }) => go(projectRoute, { params: { projectID: project_id } }),
}

export const renameProject: CommandModule<ArgsOf<typeof commands.renameArgs>> = {
  run: async ({ project_id, title, replaces }, { services }) => {
    const api = services.get(Api)
    const { project: before } = await api.call(projects.getProject, { query: { project_id } })
    refuseIfRenamed(before.title, replaces)
    await api.call(projects.updateProject, {
      body: { project_id, data: { title }, ...(replaces && { rev: before.rev }) },
    })
    await refreshProjects(services)
    return {
      message: `Renamed to ${title}`,
      undo: refTo(commands.renameProject, { project_id, title: before.title, replaces: title }),
    }
  },
}

export const archiveProject: CommandModule<ArgsOf<typeof commands.projectArgs>> = {
  run: async (body, { services }) => {
    const { project } = await services.get(Api).call(projects.archiveProject, { body })
    await refreshProjects(services)
    return { message: `${project.title} is archived`, undo: refTo(commands.unarchiveProject, body) }
  },
}

export const unarchiveProject: CommandModule<ArgsOf<typeof commands.projectArgs>> = {
  run: async (body, { services }) => {
    const { project } = await services.get(Api).call(projects.unarchiveProject, { body })
    await refreshProjects(services)
    return { message: `${project.title} is back`, undo: refTo(commands.archiveProject, body) }
  },
}

export const deleteProject: CommandModule<ArgsOf<typeof commands.deleteArgs>> = {
  run: async ({ project_id }, { services, go }) => {
    await services.get(Api).call(projects.deleteProject, { query: { project_id } })
    await go(projectsRoute)
    await refreshProjects(services)
    return { message: 'The project is deleted' }
  },
}

export const orderProjects: CommandModule<ArgsOf<typeof commands.orderArgs>> = {
  run: async (body, { services }) => {
    const api = services.get(Api)
    const before = await api.call(projects.listProjects, {})
    await api.call(projects.updateProjectOrder, { body })
    await refreshProjects(services)
    return {
      undo: refTo(commands.orderProjects, { project_ids: before.projects.map(({ id }) => id) }),
    }
  },
}

/** The title of the project that is asked about. */
export async function projectTitle({ services, signal, args }: AskContext) {
  const { project_id } = args
  if (typeof project_id !== 'string') return undefined
  const query = { project_id }
  return (await services.get(Api).call(projects.getProject, { query }, { signal })).project.title
}
