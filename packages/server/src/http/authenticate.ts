import { timingSafeEqual } from 'node:crypto'

import type { Endpoint } from '@typecase/contract/endpoint'
import { ASSISTANT_HEADER, INTERNAL_HEADER } from '@typecase/contract/product'
import { onlyReads } from '@typecase/contract/roles'
import { logout } from '@typecase/contract/users'
import type { FastifyRequest } from 'fastify'

import type { App } from '../app.ts'
import { keyPrincipalOf, keysIn } from '../content-api/keys.ts'
import { extensionOf } from '../resources/extensions/extension-caller.ts'
import { isApiKey, isToken } from '../secrets/tokens.ts'
import { forbidden, unauthenticated } from './failure.ts'
import { anonymous, bearerOf, type Principal, type UserPrincipal } from './principal.ts'

/**
 * Returns the caller of a request, as far as its endpoint needs to know.
 * @throws Failure `unauthenticated` for an unknown, expired or malformed token: a bad token never counts as a missing
 * one; `forbidden` for calls that extensions must never make
 */
export async function principalOf(
  app: App,
  endpoint: Endpoint,
  request: FastifyRequest,
): Promise<Principal> {
  const extension = extensionOf(endpoint, request)
  if (endpoint.auth === 'read' || endpoint.auth === 'write')
    return keyPrincipalOf(app, endpoint.auth, request)
  // The handler of an `optional` endpoint looks up the session itself, since an expired one must not block the call.
  if (endpoint.auth === 'none' || endpoint.auth === 'optional') return anonymous
  const token = bearerOf(request)
  const principal = token === undefined ? undefined : await app.sessions.find(token)
  if (principal) {
    const caller = asAssistant(app, principal, request)
    assertWithinToken(endpoint, caller)
    return extension ? { ...caller, extension } : caller
  }
  if (keysIn(request).some(isApiKey)) {
    throw unauthenticated(
      'This call needs the session of a person who is logged in. A bucket key opens the content API only.',
    )
  }
  if (request.headers.authorization === undefined) return anonymous
  // A malformed token is a mistake in the caller's code: logging in again would not help.
  throw unauthenticated(
    token !== undefined && isToken(token)
      ? 'Your session has ended. Log in again.'
      : 'This token is not valid.',
  )
}

/**
 * Marks the caller as an assistant if it is one. Every caller of the MCP server is, including those with a personal
 * access token, whose title then names the assistant. So is a program with such a token whose header says so: the
 * header can only take rights away.
 * @throws Failure `forbidden` when an assistant's token is used anywhere else
 */
function asAssistant(app: App, principal: UserPrincipal, request: FastifyRequest): UserPrincipal {
  const { client, tokenTitle } = principal
  if (client === undefined && tokenTitle === undefined) return principal
  const isMcp = isInternal(app, request)
  if (client && !isMcp) throw forbidden(FOR_MCP)
  const isAssistant = isMcp || request.headers[ASSISTANT_HEADER] !== undefined
  return client || !isAssistant ? principal : { ...principal, client: { name: tokenTitle ?? '' } }
}

const FOR_MCP =
  'This token is of an assistant and opens /mcp alone. To call the API, create an access token.'

/** Whether the server calls itself on behalf of an assistant that the MCP server has authenticated. */
function isInternal({ internalSecret }: App, { headers }: FastifyRequest): boolean {
  const expected = Buffer.from(internalSecret)
  const sent = Buffer.from(String(headers[INTERNAL_HEADER]))
  return sent.length === expected.length && timingSafeEqual(sent, expected)
}

/**
 * Checks the rights of a personal access token (decision 0069): it has its user's, except for calls that require a
 * session – account, tokens and billing. The scope `read` only permits GET. `openBucket` and `openTeam` enforce the
 * other scopes.
 */
function assertWithinToken(endpoint: Endpoint, { tokenScope, supportBy }: UserPrincipal): void {
  if (tokenScope === undefined) return
  if (supportBy !== undefined) {
    // Support may always end its own session.
    if (endpoint === logout || (endpoint.auth === 'user' && endpoint.method === 'GET')) return
    throw forbidden('You are viewing this account as support, which can only read.')
  }
  if (endpoint.auth === 'session')
    throw forbidden('A personal access token cannot do this. Log in to the dashboard.')
  if (tokenScope === 'read' && endpoint.method !== 'GET') throw forbidden(onlyReads)
}
