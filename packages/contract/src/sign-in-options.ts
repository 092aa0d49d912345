import { type } from 'arktype'

import { endpoint } from './endpoint.ts'

/** Where people may have an account that opens one here. */
export const providerIds = ['google', 'github'] as const
export type ProviderId = (typeof providerIds)[number]

export const providerTitles: Readonly<Record<ProviderId, string>> = {
  google: 'Google',
  github: 'GitHub',
}

export const signInOptions = endpoint({
  id: 'users.signInOptions',
  method: 'GET',
  path: '/users/signInOptions',
  auth: 'none',
  summary: 'What this server offers beside e-mail and password.',
  response: () =>
    type({
      providers: type.enumerated(...providerIds).array(),
      /** Sign-up asks to solve one. */
      captcha: type({ site_key: 'string', script: 'string' }).or('null'),
    }),
})
export type SignInOptions = ReturnType<(typeof signInOptions)['response']>['infer']
