import { route } from '@typecase/plugin-sdk/route'

/** The audit log of a workspace and its projects. */
export const workspaceAuditRoute = route({
  id: 'audit.workspace',
  mount: 'root',
  path: 'workspaces/$workspaceID/audit-log',
  title: 'Audit log',
  load: async () => ({ default: (await import('./views/pages.tsx')).WorkspaceAudit }),
})
