import { CurrentWorkspace, workspacesQuery } from '@typecase/content/workspace'
import { DEFAULT_WORKSPACE } from '@typecase/contract/workspaces'
import type { AskPicker } from '@typecase/plugin-sdk/ask'
import { type AnyCommand, defineCommand } from '@typecase/plugin-sdk/command'
import type { FactValues } from '@typecase/plugin-sdk/facts'
import { Queries } from '@typecase/plugin-sdk/services'
import { filterRows } from '@typecase/plugin-sdk/text-match'
import { contains, has } from '@typecase/plugin-sdk/when'
import { type } from 'arktype'

const group = 'Workspaces'
const isLoggedIn = has('session.isLoggedIn')
/** Whether the user may change the settings of the current workspace, as its admins may. */
const mayEdit = contains('workspace.can', 'settings:write')

const runs = () => import('./workspaces-runs.ts')

/** Returns the current workspace; none for the built-in one, which cannot be changed. */
const current = ({ 'workspace.id': id }: FactValues) =>
  id === undefined || id === DEFAULT_WORKSPACE ? {} : { workspace_id: id }

const picker: AskPicker = {
  kind: 'picker',
  title: 'Workspace',
  placeholder: 'Which workspace?',
  search: filterRows(async ({ services }) => {
    const { workspaces } = await services.get(Queries).fetchQuery(workspacesQuery(services))
    const here = services.get(CurrentWorkspace).get()
    return workspaces.map(({ id, title }) => ({
      id,
      value: id,
      label: title,
      icon: 'building-2',
      ...(id === here && { subtitle: 'You are here' }),
    }))
  }),
}

export const workspaceArgs = () => type({ workspace_id: 'string' })

export const openWorkspaces = defineCommand({
  id: 'workspaces.open-list',
  title: 'Go to workspaces',
  keywords: ['all', 'organizations', 'companies'],
  group: 'Go to',
  icon: 'building-2',
  when: isLoggedIn,
  effect: 'nav',
  load: async () => (await runs()).openWorkspaces,
})

export const newWorkspace = defineCommand({
  id: 'workspaces.new',
  title: 'New workspace…',
  keywords: ['create', 'add', 'organization', 'company', 'team'],
  aliases: ['Create workspace'],
  group,
  icon: 'plus',
  when: isLoggedIn,
  effect: 'nav',
  load: async () => (await runs()).newWorkspace,
})

export const createArgs = () =>
  type({ title: '0 < string <= 200', 'logo?': 'string <= 500 | null', 'plan_id?': 'string <= 100' })

/** Called by the dialog, which passes the arguments. */
export const createWorkspace = defineCommand({
  id: 'workspaces.create',
  title: 'Create workspace',
  group,
  icon: 'plus',
  when: isLoggedIn,
  effect: 'write',
  isInternal: true,
  args: createArgs,
  load: async () => (await runs()).createWorkspace,
})

export const switchWorkspace = defineCommand({
  id: 'workspaces.switch',
  title: 'Switch workspace…',
  keywords: ['go to', 'open', 'change'],
  group,
  icon: 'building-2',
  when: isLoggedIn,
  effect: 'nav',
  args: workspaceArgs,
  ask: { workspace_id: picker },
  load: async () => (await runs()).switchWorkspace,
})

export const openSettings = defineCommand({
  id: 'workspaces.open-settings',
  title: 'Open workspace settings',
  keywords: ['go to', 'title', 'logo', 'edit'],
  group: 'Go to',
  icon: 'settings-2',
  when: has('workspace.role'),
  effect: 'nav',
  load: async () => (await runs()).openSettings,
})

/** `replaces` is set when a rename is undone: the title that the workspace must still have. */
export const renameArgs = () =>
  type({ workspace_id: 'string', title: '0 < string <= 200', 'replaces?': 'string' })

export const renameWorkspace = defineCommand({
  id: 'workspaces.rename',
  title: 'Rename workspace…',
  keywords: ['title', 'name', 'edit'],
  group,
  icon: 'pencil',
  when: mayEdit,
  effect: 'write',
  args: renameArgs,
  defaults: current,
  ask: {
    title: {
      kind: 'text',
      title: 'New title',
      initial: async (context) => (await runs()).workspaceTitle(context),
    },
  },
  load: async () => (await runs()).renameWorkspace,
})

/** An empty text removes the logo. */
export const logoArgs = () => type({ workspace_id: 'string', logo: 'string <= 500' })

export const changeLogo = defineCommand({
  id: 'workspaces.change-logo',
  title: 'Change workspace logo…',
  keywords: ['picture', 'image', 'address', 'remove'],
  group,
  icon: 'image',
  when: mayEdit,
  effect: 'write',
  args: logoArgs,
  defaults: current,
  ask: {
    logo: {
      kind: 'text',
      title: 'Image address',
      placeholder: 'https://…',
      empty: 'No logo',
    },
  },
  load: async () => (await runs()).changeLogo,
})

export const uploadLogoArgs = () =>
  type({
    workspace_id: 'string',
    file: { fileId: 'string', name: 'string', size: 'number', type: 'string' },
  })

export const uploadLogo = defineCommand({
  id: 'workspaces.upload-logo',
  title: 'Upload workspace logo…',
  keywords: ['picture', 'image', 'file'],
  group,
  icon: 'upload',
  when: mayEdit,
  effect: 'write',
  args: uploadLogoArgs,
  defaults: current,
  ask: { file: { kind: 'file', title: 'Image', accept: 'image/*' } },
  load: async () => (await runs()).uploadLogo,
})

export const deleteArgs = () => type({ workspace_id: 'string' })

export const deleteWorkspace = defineCommand({
  id: 'workspaces.delete',
  title: 'Delete workspace…',
  keywords: ['remove', 'destroy'],
  group,
  icon: 'trash-2',
  when: mayEdit,
  effect: 'destructive',
  args: deleteArgs,
  defaults: current,
  load: async () => (await runs()).deleteWorkspace,
})

export const workspaceCommands: readonly AnyCommand[] = [
  openWorkspaces,
  newWorkspace,
  createWorkspace,
  switchWorkspace,
  openSettings,
  renameWorkspace,
  changeLogo,
  uploadLogo,
  deleteWorkspace,
]
