import { CurrentWorkspace } from '@typecase/content/workspace'
import { definePlugin } from '@typecase/plugin-sdk/plugin'
import { fill } from '@typecase/plugin-sdk/slot'
import { provide } from '@typecase/plugin-sdk/token'
import { has } from '@typecase/plugin-sdk/when'

import { createCurrentWorkspace } from './current.ts'
import { newWorkspaceRoute, workspaceRoute, workspacesRoute } from './routes.ts'

export default definePlugin({
  id: 'workspaces',
  version: '1.0.0',
  api: 1,
  title: 'Workspaces',
  description: 'Workspaces hold projects: create, switch, edit and delete them.',
  icon: 'building-2',
  order: 15,
  provides: [provide(CurrentWorkspace, createCurrentWorkspace)],
  routes: [workspacesRoute, newWorkspaceRoute, workspaceRoute],
  slots: [
    fill('shell.path', {
      id: 'workspaces.path',
      order: 10,
      when: has('session.isLoggedIn'),
      load: () => import('./views/path.tsx'),
    }),
  ],
  later: () => import('./later.ts'),
  activate: () => import('./activate.ts'),
})
