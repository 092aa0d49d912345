import { accountSettings, projectSettings, staffPages } from '@typecase/content/slots'
import { section } from '@typecase/plugin-sdk/section'
import { has } from '@typecase/plugin-sdk/when'

const keywords = ['history', 'who', 'security', 'log', 'export']

export const ofProject = section(projectSettings, {
  id: 'audit.audit-log',
  title: 'Audit log',
  commandTitle: 'Open audit log',
  icon: 'file-text',
  order: 60,
  keywords,
  when: has('route.projectID'),
  load: async () => ({ default: (await import('./views/pages.tsx')).ProjectAudit }),
})

export const ofAccount = section(accountSettings, {
  id: 'audit.activity',
  title: 'Account activity',
  commandTitle: 'Open account activity',
  icon: 'file-text',
  order: 40,
  keywords: [...keywords, 'sign-ins', 'support'],
  when: has('session.isLoggedIn'),
  load: async () => ({ default: (await import('./views/pages.tsx')).AccountAudit }),
})

export const ofInstallation = section(staffPages, {
  id: 'audit.everything',
  title: 'Whole audit log',
  commandTitle: 'Open the whole audit log',
  icon: 'file-text',
  order: 60,
  keywords,
  when: has('session.isStaff'),
  load: async () => ({ default: (await import('./views/pages.tsx')).StaffAudit }),
})
