import { type } from 'arktype'

import { endpoint } from './endpoint.ts'
import { id } from './ids.ts'
import { message } from './page.ts'
import { tokenScope, tokenScopes } from './roles.ts'

/** Prefix of every personal access token, so that people and secret scanners recognise one. */
export const TOKEN_PREFIX = 'cos_'
/** Longest lifetime of a token, in days. */
export const TOKEN_DAYS_MAX = 366

/** Maximum number of buckets that a token can be limited to. */
export const MAX_TOKEN_BUCKETS = 50

/** The only buckets that a token opens; null for all buckets of its user. */
export const tokenBuckets = () =>
  type('null').or(id().array().atLeastLength(1).atMostLength(MAX_TOKEN_BUCKETS))

/** A personal access token, without its secret. */
export const accessToken = () =>
  type({
    id: id(),
    title: 'string',
    scope: tokenScope(),
    bucket_ids: tokenBuckets(),
    created_at: 'string',
    expires_at: 'string',
    /** Accurate to the hour; null for a token that was never used. */
    last_used_at: 'string | null',
  })
export type AccessToken = ReturnType<typeof accessToken>['infer']

export const listTokens = endpoint({
  id: 'users.listTokens',
  method: 'GET',
  path: '/users/listTokens',
  auth: 'session',
  summary: 'Returns the personal access tokens of the user, including expired ones, newest first.',
  response: () => type({ tokens: accessToken().array(), total: 'number' }),
})

export const addToken = endpoint({
  id: 'users.addToken',
  method: 'POST',
  path: '/users/addToken',
  auth: 'session',
  summary:
    'Creates a personal access token. Sent as a bearer token, it calls the API as the user, but cannot change the account, tokens or billing. The scope `read` only permits GET calls; `draft` also writes drafts, comments and media; `publish` also publishes, schedules and deletes; `admin` has no further limit. With `bucket_ids`, it only opens these buckets. `secret` is shown only once. If the sign-in is older than ten minutes, `current_password` is required. The fields can also be sent in `data`.',
  mayWrapBody: true,
  body: () =>
    type({
      title: '0 < string <= 100',
      /** Older clients send `write` for `admin`. */
      scope: type.enumerated(...tokenScopes, 'write'),
      'bucket_ids?': tokenBuckets(),
      days: `1 <= number.integer <= ${TOKEN_DAYS_MAX}`,
      'current_password?': '0 < string <= 256',
    }),
  response: () => type({ token: accessToken(), secret: 'string' }),
  status: 201,
  errors: ['conflict'],
})

export const deleteToken = endpoint({
  id: 'users.deleteToken',
  method: 'DELETE',
  path: '/users/deleteToken',
  auth: 'session',
  summary: 'Deletes a personal access token. Calls with it fail immediately.',
  query: () => type({ token_id: id() }),
  response: message,
  errors: ['not_found'],
})
