import { route } from '@typecase/plugin-sdk/route'

export const projectsRoute = route({
  id: 'projects.list',
  mount: 'root',
  path: 'projects',
  title: 'Projects',
  load: () => import('./views/project-list.tsx'),
})

/** The list with the dialog “New project”. It has its own address, so that it can be linked to. */
export const newProjectRoute = route({
  id: 'projects.new',
  mount: 'root',
  path: 'projects/new',
  title: 'New project',
  load: () => import('./views/project-list.tsx'),
})

/** The first section of a project's settings. */
export const projectSettingsRoute = route({
  id: 'projects.first-section',
  mount: 'project',
  path: 'settings',
  title: 'Project settings',
  load: () => import('./views/project-settings.tsx'),
})

/** A section of the settings by its name. */
export const projectSectionRoute = route({
  id: 'projects.section',
  mount: 'project',
  path: 'settings/$section',
  title: 'Project settings',
  load: () => import('./views/project-settings.tsx'),
})

export const projectRoute = route({
  id: 'projects.show',
  mount: 'project',
  path: '',
  title: 'Project',
  load: () => import('./views/project.tsx'),
})
