import { whyRoleMayNot } from '@typecase/content/workspace'
import type { FactDeclaration } from '@typecase/plugin-sdk/facts'
import type { PluginPart } from '@typecase/plugin-sdk/plugin'
import { eq, has } from '@typecase/plugin-sdk/when'

import { newWorkspace, switchWorkspace, workspaceCommands } from './commands/workspaces.ts'

const workspaceCan: FactDeclaration = {
  key: 'workspace.can',
  title: 'the role in the workspace allows it',
  missing: ({ 'workspace.role': role }, permission) =>
    whyRoleMayNot(role, permission, 'workspace') ?? 'No active workspace',
}

export default {
  commands: workspaceCommands,
  facts: [workspaceCan],
  keys: [
    { keys: 'g w', command: switchWorkspace.id },
    { keys: 'n', command: newWorkspace.id, when: eq('list.creates', newWorkspace.id) },
  ],
  sources: [
    {
      id: 'workspaces.places',
      title: 'Workspaces',
      minChars: 1,
      order: 45,
      when: has('session.isLoggedIn'),
      load: () => import('./workspace-source.ts'),
    },
  ],
} satisfies PluginPart
