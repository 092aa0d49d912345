import { route } from '@typecase/plugin-sdk/route'
import { type } from 'arktype'

export const workspacesRoute = route({
  id: 'workspaces.list',
  mount: 'root',
  path: 'workspaces',
  title: 'Workspaces',
  load: () => import('./views/workspace-list.tsx'),
})

/** The list with the dialog “New workspace” open. `plan` is the one that was chosen on the way here. */
export const newWorkspaceRoute = route({
  id: 'workspaces.new',
  mount: 'root',
  path: 'workspaces/new',
  title: 'New workspace',
  search: () => type({ 'plan?': 'string <= 200' }),
  load: () => import('./views/workspace-list.tsx'),
})

/** Title, logo and end of the workspace that one works in. */
export const workspaceRoute = route({
  id: 'workspaces.settings',
  mount: 'workspace',
  path: '',
  title: 'Workspace',
  load: () => import('./views/workspace-settings.tsx'),
})
