import { route } from '@typecase/plugin-sdk/route'

/** The first section of the settings. */
export const settingsRoute = route({
  id: 'settings.first-section',
  mount: 'settings',
  path: '',
  title: 'Settings',
  load: () => import('./views/settings.tsx'),
})

/** A section of the settings by its name. */
export const settingsSectionRoute = route({
  id: 'settings.section',
  mount: 'settings',
  path: '$section',
  title: 'Settings',
  load: () => import('./views/settings.tsx'),
})
