import { definePlugin } from '@typecase/plugin-sdk/plugin'
import { fill } from '@typecase/plugin-sdk/slot'
import { has, or } from '@typecase/plugin-sdk/when'

import {
  newProjectRoute,
  projectRoute,
  projectSectionRoute,
  projectSettingsRoute,
  projectsRoute,
} from './routes.ts'
import { general, projectGeneral } from './sections.ts'

export default definePlugin({
  id: 'projects',
  version: '1.0.0',
  api: 1,
  title: 'Projects',
  description: 'Projects and their buckets: create, rename, order, archive, switch.',
  icon: 'folder-kanban',
  order: 20,
  offers: ['projects.section'],
  routes: [projectsRoute, newProjectRoute, projectRoute, projectSettingsRoute, projectSectionRoute],
  activate: () => import('./activate.ts'),
  later: () => import('./later.ts'),
  slots: [
    general.fill,
    projectGeneral.fill,
    fill('shell.path', {
      id: 'projects.path',
      order: 20,
      when: or(has('route.bucketSlug'), has('route.projectID')),
      load: () => import('./views/path.tsx'),
    }),
  ],
  nav: [
    {
      id: 'projects.nav',
      label: 'Projects',
      keywords: ['sites'],
      icon: 'folder-kanban',
      to: projectsRoute,
      order: 60,
      when: has('session.isLoggedIn'),
      keys: 'g p',
    },
  ],
})
