import { type } from 'arktype'

import { tokenBuckets } from './access-tokens.ts'
import { endpoint } from './endpoint.ts'
import { id } from './ids.ts'
import { message } from './page.ts'
import { tokenScope } from './roles.ts'
import { bucketSlug } from './slugs.ts'

/** Prefix of the access tokens of assistants, which are valid for `MCP_PATH` only. */
export const ASSISTANT_TOKEN_PREFIX = 'coa_'
/** Path of the MCP server below `PUBLIC_URL`: the OAuth resource that the tokens are issued for. */
export const MCP_PATH = '/mcp'
/** Path of that resource's metadata (RFC 9728), for the `WWW-Authenticate` header. */
export const MCP_METADATA_PATH = `/.well-known/oauth-protected-resource${MCP_PATH}`
/** Path of the dashboard page, below `PUBLIC_URL`, that asks the person for consent. */
export const CONSENT_PATH = '/oauth/authorize'

/** A program that registered itself as an OAuth client. It chose its name itself. */
export const assistantClient = () =>
  type({
    id: id(),
    name: 'string',
    /** The target of the redirect: a host, or the URL scheme of a program on the person's machine. */
    host: 'string',
  })
export type AssistantClient = ReturnType<typeof assistantClient>['infer']

/** The parameters of an authorization request (OAuth 2.1, RFC 8707). */
const request = () =>
  type({
    client_id: 'string <= 200',
    redirect_uri: 'string <= 2000',
    response_type: 'string <= 100',
    'code_challenge?': 'string <= 200',
    'code_challenge_method?': 'string <= 20',
    'state?': 'string <= 2000',
    /** Scopes separated by spaces; unknown ones are ignored. */
    'scope?': 'string <= 1000',
    'resource?': 'string <= 2000',
  })
export type AuthorizationRequest = ReturnType<typeof request>['infer']

export const getAuthorization = endpoint({
  id: 'assistants.authorization',
  method: 'GET',
  path: '/assistants/authorization',
  auth: 'session',
  summary:
    'Checks the authorization request of an assistant, and returns who asks for what. If the answer has `redirect_to`, the request is invalid, and the person returns there.',
  query: request,
  response: () =>
    type({
      client: assistantClient(),
      /** The scope to offer. */
      scope: tokenScope(),
      'redirect_to?': 'string',
    }),
  errors: ['not_found'],
})

export const answerAuthorization = endpoint({
  id: 'assistants.authorize',
  method: 'POST',
  path: '/assistants/authorize',
  auth: 'session',
  summary:
    'Answers the authorization request of an assistant: with `permit`, the assistant can act with this scope in these buckets; without it, the request is denied. `redirect_to` is where the person goes next.',
  body: () => request().and({ 'permit?': { scope: tokenScope(), bucket_ids: tokenBuckets() } }),
  response: () => type({ redirect_to: 'string' }),
  errors: ['not_found', 'conflict', 'limited'],
})

/** An assistant that a person connected, and what they permitted it. */
export const assistant = () =>
  type({
    id: id(),
    client: assistantClient(),
    user: { id: id(), first_name: 'string', last_name: 'string', avatar_url: 'string | null' },
    scope: tokenScope(),
    /** How many buckets it may open; null for all buckets of the person. */
    buckets: 'number | null',
    created_at: 'string',
    /** Accurate to the hour; null if it was never used. */
    last_used_at: 'string | null',
    may_revoke: 'boolean',
  })
export type Assistant = ReturnType<typeof assistant>['infer']

export const listAssistants = endpoint({
  id: 'assistants.list',
  method: 'GET',
  path: '/assistants/list',
  auth: 'user',
  summary:
    'Returns the connected assistants that can open a bucket, newest first: all if the caller can change its settings, otherwise those of the caller.',
  query: () => type({ slug: bucketSlug() }),
  response: () => type({ assistants: assistant().array(), total: 'number' }),
})

export const revokeAssistant = endpoint({
  id: 'assistants.revoke',
  method: 'DELETE',
  path: '/assistants/revoke',
  auth: 'session',
  summary:
    'Disconnects an assistant from all buckets at once. People who can change the settings of a bucket can also disconnect other people’s assistants that open it.',
  query: () => type({ slug: bucketSlug(), assistant_id: id() }),
  response: message,
  aliases: { id: 'assistant_id' },
  errors: ['not_found'],
})
