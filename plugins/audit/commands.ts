import { defineCommand } from '@typecase/plugin-sdk/command'
import type { PluginPart } from '@typecase/plugin-sdk/plugin'
import { contains, has } from '@typecase/plugin-sdk/when'
import { type } from 'arktype'

import { workspaceAuditRoute } from './routes.ts'
import { ofAccount, ofInstallation, ofProject } from './sections.ts'

/** A project or workspace with the filter of the list; without either, the user's own account. */
export const exportArgs = () =>
  type({
    'project_id?': 'string',
    'workspace_id?': 'string',
    /** Whether to export the log of the whole installation, for its staff. */
    'is_everything?': 'boolean',
    'bucket_id?': 'string',
    'kind?': 'string',
    'user_id?': 'string',
    'since?': 'string',
  })

export const exportAudit = defineCommand({
  id: 'audit.export',
  title: 'Export audit log',
  aliases: ['Download audit log'],
  keywords: ['csv', 'file', 'save'],
  icon: 'download',
  when: has('session.isLoggedIn'),
  effect: 'none',
  args: exportArgs,
  defaults: (facts) => ({ project_id: facts['route.projectID'] }),
  load: async () => (await import('./export.ts')).exportAudit,
})

/** Opens the audit log of the current workspace. */
export const openWorkspaceAudit = defineCommand({
  id: 'audit.open-workspace',
  title: 'Open audit log of the workspace',
  keywords: ['activity', 'history', 'who'],
  icon: 'file-text',
  when: contains('workspace.can', 'audit:read'),
  effect: 'nav',
  load: async () => ({
    run: (_args, { facts, go }) =>
      go(workspaceAuditRoute, { params: { workspaceID: facts['workspace.id'] ?? '' } }),
  }),
})

export default {
  commands: [exportAudit, openWorkspaceAudit, ofProject.open, ofAccount.open, ofInstallation.open],
} satisfies PluginPart
