import { route } from '@typecase/plugin-sdk/route'
import { type } from 'arktype'

export const workspacesRoute = route({
  id: 'workspaces.list',
  mount: 'root',
  path: 'workspaces',
  title: 'Workspaces',
  load: () => import('./views/workspace-list.tsx'),
})

/** The list with the dialog “New workspace”. `plan` is the plan that was chosen before. */
export const newWorkspaceRoute = route({
  id: 'workspaces.new',
  mount: 'root',
  path: 'workspaces/new',
  title: 'New workspace',
  search: () => type({ 'plan?': 'string <= 200' }),
  load: () => import('./views/workspace-list.tsx'),
})

/** The title and logo of the current workspace, and its deletion. */
export const workspaceRoute = route({
  id: 'workspaces.settings',
  mount: 'workspace',
  path: '',
  title: 'Workspace',
  load: () => import('./views/workspace-settings.tsx'),
})
