import { bucketSettings } from '@typecase/content/slots'
import { section } from '@typecase/plugin-sdk/section'
import { has } from '@typecase/plugin-sdk/when'

export const general = section(bucketSettings, {
  id: 'projects.general',
  title: 'General',
  icon: 'settings-2',
  order: 10,
  keywords: ['bucket', 'title', 'slug', 'thumbnail', 'default', 'delete', 'danger zone'],
  when: has('route.bucketSlug'),
  load: () => import('./views/general-section.tsx'),
})

export const projectGeneral = section('projects.section', {
  id: 'projects.project',
  title: 'Project',
  icon: 'folder-kanban',
  order: 10,
  keywords: ['title', 'description', 'order', 'archive', 'members', 'delete'],
  when: has('route.projectID'),
  load: () => import('./views/project-section.tsx'),
})
