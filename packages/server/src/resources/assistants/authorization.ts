import { type AuthorizationRequest, MCP_PATH } from '@typecase/contract/assistants'
import { type TokenScope, tokenScopes } from '@typecase/contract/roles'

import type { App } from '../../app.ts'
import { invalid, notFound } from '../../http/failure.ts'
import { type ClientRow, findClient, redirectUrisOf } from './clients.ts'
import { OAuthError } from './oauth-error.ts'
import { isRegistered } from './redirect-uri.ts'

/** Returns the issuer of tokens: the public URL of the server (RFC 8414). */
export const issuerOf = ({ settings }: Pick<App, 'settings'>): string =>
  settings.PUBLIC_URL.replace(/\/$/, '')

/**
 * Checks the resource of a request.
 * @throws OAuthError `invalid_target` for tokens of any resource other than the MCP server (RFC 8707)
 */
export function assertResource(app: Pick<App, 'settings'>, resource: string | undefined): void {
  const expected = issuerOf(app) + MCP_PATH
  if (resource === undefined || resource.replace(/\/$/, '') === expected) return
  throw new OAuthError('invalid_target', `resource must be ${expected}`)
}

/**
 * Finds the client of a request.
 * @throws Failure for an unregistered client or redirect address, to which the person must not be sent
 */
export async function clientOf(
  { db }: Pick<App, 'db'>,
  { client_id, redirect_uri }: AuthorizationRequest,
): Promise<ClientRow> {
  const client = await findClient(db.read, client_id)
  if (!client) throw notFound('Assistant')
  if (isRegistered(redirect_uri, redirectUrisOf(client))) return client
  const message = 'redirect_uri is not an address that this assistant registered'
  throw invalid('redirect_uri', message, 'unknown')
}

/** Finds the problem of a request that is reported to its client. */
export function problemOf(
  app: Pick<App, 'settings'>,
  request: AuthorizationRequest,
): OAuthError | undefined {
  if (request.response_type !== 'code')
    return new OAuthError('unsupported_response_type', 'response_type must be code')
  if (request.code_challenge_method !== 'S256')
    return new OAuthError('invalid_request', 'code_challenge_method must be S256')
  if (!/^[\w-]{43}$/.test(request.code_challenge ?? ''))
    return new OAuthError('invalid_request', 'code_challenge must be a SHA-256 hash in base64url')
  try {
    assertResource(app, request.resource)
  } catch (reason) {
    if (reason instanceof OAuthError) return reason
    throw reason
  }
  return undefined
}

/**
 * Returns the scope to offer. Clients often ask for all scopes, so `draft` takes precedence; it is also the default.
 */
export function offeredScope({ scope = '' }: AuthorizationRequest): TokenScope {
  const requested = scope.split(' ')
  if (requested.includes('draft')) return 'draft'
  return tokenScopes.find((one) => requested.includes(one)) ?? 'draft'
}

/** Returns the URL that redirects to the client with an answer and the issuer that gave it (RFC 9207). */
export function redirectWith(
  app: Pick<App, 'settings'>,
  { redirect_uri, state }: AuthorizationRequest,
  answer: Readonly<Record<string, string>>,
): string {
  const url = new URL(redirect_uri)
  const parameters = { ...answer, ...(state !== undefined && { state }), iss: issuerOf(app) }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url.href
}
