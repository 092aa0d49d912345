import { projectsRoute } from '@typecase/content/routes'
import { refuseIfRenamed } from '@typecase/content/undo-rename'
import { CurrentWorkspace } from '@typecase/content/workspace'
import { uploadPicture } from '@typecase/contract/media-upload'
import * as workspaces from '@typecase/contract/workspaces'
import type { AskContext } from '@typecase/plugin-sdk/ask'
import { type ArgsOf, type CommandModule, refTo } from '@typecase/plugin-sdk/command'
import { Refusal } from '@typecase/plugin-sdk/refusal'
import { Api, Files, Queries } from '@typecase/plugin-sdk/services'
import type { Services } from '@typecase/plugin-sdk/token'

import { newWorkspaceRoute, workspaceRoute, workspacesRoute } from '../routes.ts'
import * as commands from './workspaces.ts'

/** Refetches everything that shows workspaces after a change. */
const refresh = (services: Services) =>
  services.get(Queries).invalidateQueries({ queryKey: [workspaces.listWorkspaces.id] })

const readWorkspace = async (services: Services, workspace_id: string) =>
  (await services.get(Api).call(workspaces.getWorkspace, { query: { workspace_id } })).workspace

export const openWorkspaces: CommandModule = { run: (_args, { go }) => go(workspacesRoute) }
export const newWorkspace: CommandModule = { run: (_args, { go }) => go(newWorkspaceRoute) }
export const openSettings: CommandModule = { run: (_args, { go }) => go(workspaceRoute) }

export const createWorkspace: CommandModule<ArgsOf<typeof commands.createArgs>> = {
  run: async (body, { services, go }) => {
    const { workspace } = await services.get(Api).call(workspaces.addWorkspace, { body })
    await refresh(services)
    services.get(CurrentWorkspace).set(workspace.id)
    await go(projectsRoute)
    return { message: `Created “${workspace.title}”.` }
  },
}

export const switchWorkspace: CommandModule<ArgsOf<typeof commands.workspaceArgs>> = {
  run: async ({ workspace_id }, { services, go }) => {
    services.get(CurrentWorkspace).set(workspace_id)
    await go(projectsRoute)
  },
}

export const renameWorkspace: CommandModule<ArgsOf<typeof commands.renameArgs>> = {
  run: async ({ workspace_id, title, replaces }, { services }) => {
    const before = await readWorkspace(services, workspace_id)
    refuseIfRenamed(before.title, replaces)
    await services.get(Api).call(workspaces.updateWorkspace, {
      body: { workspace_id, title, ...(replaces && { rev: before.rev }) },
    })
    await refresh(services)
    return {
      message: `Renamed to ${title}`,
      undo: refTo(commands.renameWorkspace, { workspace_id, title: before.title, replaces: title }),
    }
  },
}

async function saveLogo(services: Services, workspace_id: string, logo: string | null) {
  const before = await readWorkspace(services, workspace_id)
  await services.get(Api).call(workspaces.updateWorkspace, { body: { workspace_id, logo } })
  await refresh(services)
  return {
    message: logo === null ? 'Logo removed' : 'Logo changed',
    undo: refTo(commands.changeLogo, { workspace_id, logo: before.logo ?? '' }),
  }
}

export const changeLogo: CommandModule<ArgsOf<typeof commands.logoArgs>> = {
  run: ({ workspace_id, logo }, { services }) =>
    saveLogo(services, workspace_id, logo.trim() || null),
}

export const uploadLogo: CommandModule<ArgsOf<typeof commands.uploadLogoArgs>> = {
  run: async ({ workspace_id, file }, { services }) =>
    saveLogo(services, workspace_id, await logoFrom(services, services.get(Files).get(file))),
}

/** Uploads a logo. @returns the address of the image, which the workspace stores */
export async function logoFrom(services: Services, file: File): Promise<string> {
  const { media } = await services.get(Api).upload(uploadPicture, { body: {} }, [file])
  const [picture] = media
  if (!picture) throw new Refusal(`${file.name} could not be uploaded.`)
  return picture.url
}

export const deleteWorkspace: CommandModule<ArgsOf<typeof commands.deleteArgs>> = {
  confirmation: async ({ workspace_id }, { services }) => {
    const { title } = await readWorkspace(services, workspace_id)
    return {
      title: `Delete workspace “${title}”?`,
      text: 'Move or delete its projects first. Its team gets an e-mail. This cannot be undone.',
      action: 'Delete workspace',
      phrase: title,
    }
  },
  run: async ({ workspace_id }, { services, go }) => {
    const { title } = await readWorkspace(services, workspace_id)
    await services.get(Api).call(workspaces.deleteWorkspace, { query: { workspace_id } })
    const current = services.get(CurrentWorkspace)
    if (current.get() === workspace_id) current.set(workspaces.DEFAULT_WORKSPACE)
    await go(workspacesRoute)
    await refresh(services)
    return { message: `Deleted “${title}”.` }
  },
}

/** Returns the title of the workspace in the arguments. */
export async function workspaceTitle({ services, args }: AskContext): Promise<string | undefined> {
  const { workspace_id } = args
  return typeof workspace_id === 'string'
    ? (await readWorkspace(services, workspace_id)).title
    : undefined
}
