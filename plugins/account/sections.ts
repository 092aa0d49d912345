import { section } from '@typecase/plugin-sdk/section'
import { has } from '@typecase/plugin-sdk/when'

const when = has('session.isLoggedIn')

export const profile = section('account.section', {
  id: 'account.profile',
  title: 'Name and theme',
  icon: 'user',
  order: 10,
  keywords: ['account', 'name', 'picture', 'theme', 'dates', 'numbers'],
  when,
  load: () => import('./profile/profile-section.tsx'),
})

export const signIn = section('account.section', {
  id: 'account.sign-in',
  title: 'Sign-in',
  icon: 'key',
  order: 20,
  keywords: [
    'account',
    'e-mail',
    'password',
    'two-step',
    'passkeys',
    'google',
    'github',
    'sessions',
    'security',
    'close',
  ],
  when,
  load: () => import('./profile/sign-in-section.tsx'),
})

export const tokens = section('account.section', {
  id: 'account.tokens',
  title: 'Access tokens',
  icon: 'code',
  order: 30,
  keywords: ['account', 'personal', 'api', 'terminal', 'program'],
  when,
  load: () => import('./ways-in/tokens-section.tsx'),
})
