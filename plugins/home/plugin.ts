import { EntryPage } from '@typecase/plugin-sdk/mount'
import { definePlugin } from '@typecase/plugin-sdk/plugin'
import { fill } from '@typecase/plugin-sdk/slot'
import { provide } from '@typecase/plugin-sdk/token'
import { and, has, not } from '@typecase/plugin-sdk/when'

import { homeRoute, startRoute } from './routes.ts'

export default definePlugin({
  id: 'home',
  version: '1.0.0',
  api: 1,
  title: 'Home',
  description: 'Open work in a bucket, first steps and a welcome page.',
  icon: 'house',
  order: 15,
  offers: ['home.card'],
  routes: [startRoute, homeRoute],
  later: () => import('./commands.ts'),
  activate: () => import('./activate.ts'),
  provides: [
    provide(EntryPage, async (services) =>
      (await import('./entry-page.ts')).createEntryPage(services),
    ),
  ],
  slots: [
    fill('home.card', {
      id: 'home.first-steps',
      title: 'First steps',
      order: 50,
      info: { column: 'right' },
      load: () => import('./steps/first-steps.tsx'),
    }),
    fill('shell.overlays', {
      id: 'home.welcome',
      when: has('session.isLoggedIn'),
      load: () => import('./views/welcome.tsx'),
    }),
  ],
  nav: [
    {
      id: 'home.nav',
      label: 'Home',
      keywords: ['dashboard', 'start', 'overview'],
      icon: 'house',
      to: homeRoute,
      group: 'content',
      order: 1,
      when: has('route.bucketSlug'),
      keys: 'g d',
    },
    {
      id: 'home.start',
      label: 'Home',
      keywords: ['dashboard', 'start', 'overview'],
      icon: 'house',
      to: startRoute,
      group: 'content',
      order: 1,
      when: and(has('session.isLoggedIn'), not(has('route.bucketSlug'))),
      keys: 'g d',
    },
  ],
})
