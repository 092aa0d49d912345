import { route } from '@typecase/plugin-sdk/route'

/** Of a workspace with its projects. */
export const workspaceAuditRoute = route({
  id: 'audit.workspace',
  mount: 'root',
  path: 'workspaces/$workspaceID/audit-log',
  title: 'Audit log',
  load: async () => ({ default: (await import('./views/pages.tsx')).WorkspaceAudit }),
})
