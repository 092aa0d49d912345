import { definePlugin } from '@typecase/plugin-sdk/plugin'
import { fill } from '@typecase/plugin-sdk/slot'
import { has } from '@typecase/plugin-sdk/when'

import { projectBillingRoute, workspaceBillingRoute } from './routes.ts'

export default definePlugin({
  id: 'billing',
  version: '1.0.0',
  api: 1,
  title: 'Billing',
  description: 'Plans and add-ons of projects and workspaces, cards, AI tokens and purchases.',
  icon: 'credit-card',
  order: 27,
  routes: [workspaceBillingRoute, projectBillingRoute],
  slots: [
    fill('shell.overlays', {
      id: 'billing.thank-you',
      order: 30,
      when: has('session.isLoggedIn'),
      load: () => import('./views/thank-you.tsx'),
    }),
  ],
  later: () => import('./later.ts'),
})
