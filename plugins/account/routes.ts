import { route } from '@typecase/plugin-sdk/route'
import { type } from 'arktype'

export const loginRoute = route({
  id: 'account.login',
  mount: 'public',
  path: 'login',
  title: 'Log in',
  search: () => type({ 'redirect_to?': 'string', 'email?': 'string' }),
  load: () => import('./views/login.tsx'),
})

export const signupRoute = route({
  id: 'account.signup',
  mount: 'public',
  path: 'signup',
  title: 'Sign up',
  search: () => type({ 'redirect_to?': 'string', 'plan?': 'string', 'referral_code?': 'string' }),
  load: () => import('./views/signup.tsx'),
})

export const twoFactorRoute = route({
  id: 'account.two-factor',
  mount: 'public',
  path: '2fa',
  title: 'One-time code',
  load: () => import('./views/two-factor.tsx'),
})

export const forgotPasswordRoute = route({
  id: 'account.forgot-password',
  mount: 'public',
  path: 'forgot-password',
  title: 'Forgot password',
  search: () => type({ 'reset_code?': 'string' }),
  load: () => import('./views/forgot-password.tsx'),
})

/** `/auth/github` and `/auth/google`: starts a sign-in with that provider. */
export const providerRoute = route({
  id: 'account.provider',
  mount: 'public',
  path: 'auth/$provider',
  title: 'Continue with another account',
  search: () => type({ 'referral_code?': 'string' }),
  load: () => import('./views/provider-start.tsx'),
})

/** The page to which a provider redirects the browser. The provider defines the query. */
export const providerCallbackRoute = route({
  id: 'account.provider-callback',
  mount: 'public',
  path: 'auth/$provider/callback',
  title: 'Continue with another account',
  load: () => import('./views/provider-callback.tsx'),
})

export const verifyEmailRoute = route({
  id: 'account.verify-email',
  mount: 'public',
  path: 'verify-email',
  title: 'Verify your e-mail',
  search: () => type({ 'verification_code?': 'string' }),
  load: () => import('./views/verify-email.tsx'),
})

export const twoStepRoute = route({
  id: 'account.two-step',
  mount: 'root',
  path: 'account/two-step',
  title: 'Two-step sign-in',
  search: () => type({ 'change?': "'off' | 'codes'" }),
  load: () => import('./views/two-step.tsx'),
})

/** After a password reset: the other sign-in methods of the account. */
export const afterResetRoute = route({
  id: 'account.after-reset',
  mount: 'root',
  path: 'account/after-reset',
  title: 'Check who else can log in',
  load: () => import('./views/after-reset.tsx'),
})

export const deactivateRoute = route({
  id: 'account.deactivate',
  mount: 'root',
  path: 'account/deactivate',
  title: 'Deactivate your account',
  search: () => type({ 'code?': 'string' }),
  load: () => import('./views/deactivate.tsx'),
})

/** A section of the account by its name. */
export const accountSectionRoute = route({
  id: 'account.section',
  mount: 'root',
  path: 'account/$section',
  title: 'Account',
  search: () => type({ 'field?': "'email' | 'password' | 'passkey' | 'linked' | 'token'" }),
  load: () => import('./views/profile.tsx'),
})

/** The section with two-step sign-in, sessions and closing the account. */
export const inSignIn = { params: { section: 'sign-in' } }

/** The section with personal access tokens. */
export const inTokens = { params: { section: 'tokens' } }

/** The first section of the account. */
export const accountRoute = route({
  id: 'account.profile',
  mount: 'root',
  path: 'account',
  title: 'Account',
  load: () => import('./views/profile.tsx'),
})
