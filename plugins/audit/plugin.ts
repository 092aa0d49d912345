import { definePlugin } from '@typecase/plugin-sdk/plugin'

import { workspaceAuditRoute } from './routes.ts'
import { ofAccount, ofInstallation, ofProject } from './sections.ts'

export default definePlugin({
  id: 'audit',
  version: '1.0.0',
  api: 1,
  title: 'Audit log',
  description: 'Who did what, when and from where.',
  icon: 'file-text',
  order: 95,
  routes: [workspaceAuditRoute],
  slots: [ofProject.fill, ofAccount.fill, ofInstallation.fill],
  later: () => import('./commands.ts'),
})
