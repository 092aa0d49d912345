import { definePlugin } from '@typecase/plugin-sdk/plugin'
import { fill } from '@typecase/plugin-sdk/slot'
import { has } from '@typecase/plugin-sdk/when'

import { profile, signIn, tokens } from './sections.ts'
import {
  accountRoute,
  accountSectionRoute,
  afterResetRoute,
  deactivateRoute,
  forgotPasswordRoute,
  loginRoute,
  providerCallbackRoute,
  providerRoute,
  signupRoute,
  twoFactorRoute,
  twoStepRoute,
  verifyEmailRoute,
} from './routes.ts'

export default definePlugin({
  id: 'account',
  version: '1.0.0',
  api: 1,
  title: 'Account',
  description: 'Signing up and in, two-step sign-in, the password, and the profile.',
  icon: 'user',
  order: 10,
  routes: [
    loginRoute,
    signupRoute,
    twoFactorRoute,
    forgotPasswordRoute,
    verifyEmailRoute,
    providerRoute,
    providerCallbackRoute,
    accountRoute,
    accountSectionRoute,
    twoStepRoute,
    afterResetRoute,
    deactivateRoute,
  ],
  offers: ['account.section'],
  slots: [
    profile.fill,
    signIn.fill,
    tokens.fill,
    fill('shell.banner', {
      id: 'account.session-ended',
      when: has('session.hasEnded'),
      load: () => import('./views/session-ended.tsx'),
    }),
  ],
  later: () => import('./commands.ts'),
  activate: () => import('./activate.ts'),
})
