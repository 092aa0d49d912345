import { section } from '@typecase/plugin-sdk/section'
import { has } from '@typecase/plugin-sdk/when'

const when = has('session.isStaff')

const users = section('staff.section', {
  id: 'staff.users',
  title: 'Users',
  commandTitle: 'Open users',
  icon: 'users',
  order: 10,
  keywords: ['accounts', 'people', 'support'],
  when,
  load: () => import('./views/users.tsx'),
})

const projects = section('staff.section', {
  id: 'staff.projects',
  title: 'All projects',
  commandTitle: 'Open all projects',
  icon: 'folder-kanban',
  order: 20,
  when,
  load: () => import('./views/projects.tsx'),
})

const jobs = section('staff.section', {
  id: 'staff.jobs',
  title: 'All jobs',
  commandTitle: 'Open all jobs',
  icon: 'history',
  order: 30,
  keywords: ['queue', 'running', 'failed'],
  when,
  load: () => import('./views/jobs.tsx'),
})

const mails = section('staff.section', {
  id: 'staff.mails',
  title: 'E-mails waiting',
  commandTitle: 'Open waiting e-mails',
  icon: 'mail',
  order: 40,
  keywords: ['smtp', 'delivery', 'retry'],
  when,
  load: () => import('./views/mails.tsx'),
})

const storage = section('staff.section', {
  id: 'staff.storage',
  title: 'Storage',
  commandTitle: 'Open storage of all buckets',
  icon: 'database',
  order: 50,
  keywords: ['disk', 'bytes', 'media', 'files'],
  when,
  load: () => import('./views/storage.tsx'),
})

export const all = [users, projects, jobs, mails, storage]
