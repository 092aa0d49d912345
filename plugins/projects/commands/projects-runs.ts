import { objectsPath } from '@typecase/content/routes'
import { holdsWords } from '@typecase/plugin-sdk/text-match'
import * as projects from '@typecase/contract/projects'
import type { AskContext, PickerRow } from '@typecase/plugin-sdk/ask'
import { type ArgsOf, refTo, type CommandModule } from '@typecase/plugin-sdk/command'
import { Refusal } from '@typecase/plugin-sdk/refusal'
import { Api, Queries } from '@typecase/plugin-sdk/services'
import { currentWorkspace, workspacesQuery } from '@typecase/content/workspace'
import { teamPermissionsOf, whyNotInTeam } from '@typecase/contract/roles'
import { DEFAULT_WORKSPACE, listWorkspaces } from '@typecase/contract/workspaces'
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
      .call(projects.addProjectWithBucket, { body }, { workspace: currentWorkspace(services) })
    await refreshProjects(services)
    await go(objectsPath(bucket.slug))
    return { message: `Created “${project.title}”.` }
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

export const describeProject: CommandModule<ArgsOf<typeof commands.describeArgs>> = {
  run: async ({ project_id, description }, { services }) => {
    const api = services.get(Api)
    const { project: before } = await api.call(projects.getProject, { query: { project_id } })
    await api.call(projects.updateProject, { body: { project_id, data: { description } } })
    await refreshProjects(services)
    return {
      message: 'Description saved',
      undo: refTo(commands.describeProject, { project_id, description: before.description }),
    }
  },
}

export const shiftProject: CommandModule<ArgsOf<typeof commands.shiftArgs>> = {
  async run({ project_id = '', by = 1, project_ids: order }, { services }) {
    const api = services.get(Api)
    // Dragging reorders the list of the current workspace; the settings may show a project of another workspace.
    const options = order ? { workspace: currentWorkspace(services) } : {}
    const { projects: all } = await api.call(projects.listProjects, {}, options)
    const before = all.map(({ id }) => id)
    const project_ids = order ?? shiftId(before, project_id, by)
    await api.call(projects.updateProjectOrder, { body: { project_ids } })
    await refreshProjects(services)
    return {
      ...(!order && { message: by < 0 ? 'Moved up' : 'Moved down' }),
      undo: refTo(commands.shiftProject, { project_ids: before }),
    }
  },
}

function shiftId(before: readonly string[], id: string, by: -1 | 1): string[] {
  const from = before.indexOf(id)
  const to = from + by
  if (from === -1 || to < 0 || to >= before.length)
    throw new Refusal(by < 0 ? 'It is already the first.' : 'It is already the last.')
  return before.toSpliced(from, 1).toSpliced(to, 0, id)
}

export const archiveProject: CommandModule<ArgsOf<typeof commands.projectArgs>> = {
  run: async (body, { services }) => {
    const { project } = await services.get(Api).call(projects.archiveProject, { body })
    await refreshProjects(services)
    return { message: `Archived “${project.title}”.`, undo: refTo(commands.unarchiveProject, body) }
  },
}

export const unarchiveProject: CommandModule<ArgsOf<typeof commands.projectArgs>> = {
  run: async (body, { services }) => {
    const { project } = await services.get(Api).call(projects.unarchiveProject, { body })
    await refreshProjects(services)
    return { message: `Unarchived “${project.title}”.`, undo: refTo(commands.archiveProject, body) }
  },
}

export const moveProject: CommandModule<ArgsOf<typeof commands.moveArgs>> = {
  run: async ({ project_id, workspace_id }, { services }) => {
    const api = services.get(Api)
    const { project: before } = await api.call(projects.getProject, { query: { project_id } })
    const { project } = await api.call(projects.moveProject, { body: { project_id, workspace_id } })
    await Promise.all([
      refreshProjects(services),
      services.get(Queries).invalidateQueries({ queryKey: [listWorkspaces.id] }),
    ])
    const from = before.workspace_id ?? DEFAULT_WORKSPACE
    return {
      message: `Moved “${project.title}”.`,
      undo: refTo(commands.moveProject, { project_id, workspace_id: from }),
    }
  },
}

/** Returns the workspaces to which a project can be moved. */
export async function targetRows(
  query: string,
  { services, args, signal }: AskContext,
): Promise<readonly PickerRow[]> {
  const queries = services.get(Queries)
  const { project_id } = args
  if (typeof project_id !== 'string') return []
  const [{ workspaces }, { project }] = await Promise.all([
    queries.fetchQuery(workspacesQuery(services)),
    services.get(Api).call(projects.getProject, { query: { project_id } }, { signal }),
  ])
  const here = project.workspace_id ?? DEFAULT_WORKSPACE
  return workspaces
    .filter(({ id, title }) => id !== here && holdsWords(title, query))
    .map(({ id, title, role }) => ({
      id,
      value: id,
      label: title,
      icon: 'building-2',
      ...(!teamPermissionsOf[role].includes('contents:add') && {
        reason: whyNotInTeam(role, 'contents:add', 'workspace'),
      }),
    }))
}

export const deleteProject: CommandModule<ArgsOf<typeof commands.projectArgs>> = {
  confirmation: async ({ project_id }, { services }) => {
    const { project } = await services.get(Api).call(projects.getProject, { query: { project_id } })
    return {
      title: `Delete project “${project.title}”?`,
      text: 'All its buckets and their content are deleted, too. This cannot be undone.',
      action: 'Delete project',
      phrase: project.title,
    }
  },
  run: async ({ project_id }, { services, go }) => {
    await services.get(Api).call(projects.deleteProject, { query: { project_id } })
    await go(projectsRoute)
    await refreshProjects(services)
    return { message: 'Project deleted.' }
  },
}

/** Returns the title of the project in the arguments. */
export const projectTitle = async (context: AskContext) => (await requestedProject(context))?.title

/** Returns the description of the project in the arguments. */
export const projectDescription = async (context: AskContext) =>
  (await requestedProject(context))?.description

async function requestedProject({ services, signal, args }: AskContext) {
  const { project_id } = args
  if (typeof project_id !== 'string') return undefined
  const query = { project_id }
  return (await services.get(Api).call(projects.getProject, { query }, { signal })).project
}
