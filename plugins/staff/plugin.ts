import { definePlugin } from '@typecase/plugin-sdk/plugin'
import { fill } from '@typecase/plugin-sdk/slot'
import { has } from '@typecase/plugin-sdk/when'

import { staffRoute, staffSectionRoute } from './routes.ts'
import { all } from './sections.ts'

export default definePlugin({
  id: 'staff',
  version: '1.0.0',
  api: 1,
  title: 'Staff',
  description: 'Users, projects, jobs, e-mails and storage of the installation, for its staff.',
  icon: 'shield',
  order: 96,
  offers: ['staff.section'],
  routes: [staffRoute, staffSectionRoute],
  later: () => import('./commands.ts'),
  slots: [
    ...all.map((section) => section.fill),
    fill('shell.banner', {
      id: 'staff.support',
      when: has('session.isLoggedIn'),
      load: () => import('./views/support-banner.tsx'),
    }),
  ],
  nav: [
    {
      id: 'staff.nav',
      label: 'Staff',
      icon: 'shield',
      to: staffRoute,
      order: 110,
      when: has('session.isStaff'),
    },
  ],
})
