import { definePlugin } from '@typecase/plugin-sdk/plugin'

import { profile, signIn } from './sections.ts'
import {
  accountRoute,
  accountSectionRoute,
  deactivateRoute,
  forgotPasswordRoute,
  loginRoute,
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
    accountRoute,
    accountSectionRoute,
    twoStepRoute,
    deactivateRoute,
  ],
  offers: ['account.section'],
  slots: [profile.fill, signIn.fill],
  later: () => import('./commands.ts'),
  activate: () => import('./activate.ts'),
})
