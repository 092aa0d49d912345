import { type } from 'arktype'

import { endpoint } from './endpoint.ts'

/** Identity providers for signing in and up. */
export const providerIds = ['google', 'github'] as const
export type ProviderId = (typeof providerIds)[number]

/** The name of each provider, as on its button. */
export const providerTitles: Readonly<Record<ProviderId, string>> = {
  google: 'Google',
  github: 'GitHub',
}

export const signInOptions = endpoint({
  id: 'users.signInOptions',
  method: 'GET',
  path: '/users/signInOptions',
  auth: 'none',
  summary: 'Returns the ways to sign in that this server offers besides e-mail and password.',
  response: () =>
    type({
      providers: type.enumerated(...providerIds).array(),
      /** Google’s script, which opens a pop-up instead of leaving the page. */
      google_popup: type({ client_id: 'string', script: 'string' }).or('null'),
      /** Sign-up requires solving a captcha, unless this is null. */
      captcha: type({ site_key: 'string', script: 'string' }).or('null'),
    }),
})
export type SignInOptions = ReturnType<(typeof signInOptions)['response']>['infer']
