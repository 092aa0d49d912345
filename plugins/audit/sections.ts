import { section } from '@typecase/plugin-sdk/section'
import { has } from '@typecase/plugin-sdk/when'

const keywords = ['history', 'who', 'security', 'log', 'export']

export const ofProject = section('projects.section', {
  id: 'audit.audit-log',
  title: 'Audit log',
  icon: 'file-text',
  order: 60,
  keywords,
  when: has('route.projectID'),
  load: () => import('./views/project-audit.tsx'),
})

export const ofAccount = section('account.section', {
  id: 'audit.activity',
  title: 'Account activity',
  icon: 'file-text',
  order: 40,
  keywords: [...keywords, 'sign-ins', 'support'],
  when: has('session.isLoggedIn'),
  load: () => import('./views/account-audit.tsx'),
})

export const ofInstallation = section('staff.section', {
  id: 'audit.everything',
  title: 'Audit log of everybody',
  icon: 'file-text',
  order: 60,
  keywords,
  when: has('session.isStaff'),
  load: () => import('./views/staff-audit.tsx'),
})
