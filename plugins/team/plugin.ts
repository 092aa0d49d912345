import { definePlugin } from '@typecase/plugin-sdk/plugin'
import { fill } from '@typecase/plugin-sdk/slot'
import { and, has, not } from '@typecase/plugin-sdk/when'

import { projectTeamRoute, teamRoute } from './routes.ts'
import { members } from './sections.ts'

export default definePlugin({
  id: 'team',
  version: '1.0.0',
  api: 1,
  title: 'Team',
  description: 'The people of projects and workspaces, their roles, and invitations.',
  icon: 'users',
  order: 25,
  routes: [teamRoute, projectTeamRoute],
  slots: [
    members.fill,
    fill('shell.overlays', {
      id: 'team.invitation',
      order: 10,
      when: has('session.isLoggedIn'),
      load: () => import('./invitation/invitation.tsx'),
    }),
  ],
  nav: [
    {
      id: 'team.nav',
      label: 'Team',
      keywords: ['people', 'users', 'members'],
      icon: 'users',
      to: teamRoute,
      order: 10,
      when: and(has('session.isLoggedIn'), not(has('route.bucketSlug'))),
    },
  ],
  later: () => import('./later.ts'),
})
