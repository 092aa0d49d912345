import { route } from '@typecase/plugin-sdk/route'

/** The first section. */
export const settingsRoute = route({
  id: 'settings.first-section',
  mount: 'settings',
  path: '',
  title: 'Settings',
  load: () => import('./views/settings.tsx'),
})

/** One section by its name. */
export const settingsSectionRoute = route({
  id: 'settings.section',
  mount: 'settings',
  path: '$section',
  title: 'Settings',
  load: () => import('./views/settings.tsx'),
})
