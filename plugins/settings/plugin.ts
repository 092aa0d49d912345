import { definePlugin } from '@typecase/plugin-sdk/plugin'
import { has } from '@typecase/plugin-sdk/when'

import { settingsRoute, settingsSectionRoute } from './routes.ts'

export default definePlugin({
  id: 'settings',
  version: '1.0.0',
  api: 1,
  title: 'Settings',
  description: 'The settings of a bucket, in sections that plugins add.',
  icon: 'settings',
  order: 85,
  offers: ['settings.section'],
  routes: [settingsRoute, settingsSectionRoute],
  nav: [
    {
      id: 'settings.nav',
      label: 'Settings',
      keywords: ['preferences', 'options', 'configuration'],
      icon: 'settings',
      to: settingsRoute,
      order: 48,
      when: has('route.bucketSlug'),
      keys: 'g s',
    },
  ],
})
