import { answerAuthorization } from '@typecase/contract/assistants'
import type { BodyOf } from '@typecase/contract/endpoint'
import * as client from 'openid-client'

import type { TestServer } from '../../testing/test-server.ts'

export const REDIRECT = 'http://127.0.0.1/callback'

type Permit = BodyOf<typeof answerAuthorization>['permit']

/** Registers an OAuth client as assistants do; it discovers the server's endpoints from the metadata. */
export async function registerClient(server: TestServer, name = 'Claude') {
  const customFetch: client.CustomFetch = async (url, { method, headers, body }) => {
    const answer = await server.http.inject({
      method: method as 'GET',
      url: new URL(url).pathname,
      headers,
      ...(body && {
        payload: body instanceof URLSearchParams ? body.toString() : (body as string),
      }),
    })
    return new Response(answer.body, {
      status: answer.statusCode,
      headers: { 'content-type': String(answer.headers['content-type']) },
    })
  }
  return client.dynamicClientRegistration(
    new URL(server.app.settings.PUBLIC_URL),
    { client_name: name, redirect_uris: [REDIRECT], token_endpoint_auth_method: 'none' },
    client.None(),
    {
      algorithm: 'oauth2',
      execute: [client.allowInsecureRequests],
      [client.customFetch]: customFetch,
    },
  )
}

export type RegisteredClient = Awaited<ReturnType<typeof registerClient>>

/** Builds a client's request for a person's permission, and the secret that redeems the answer. */
export async function requestOf(server: TestServer, config: RegisteredClient, scope = 'draft') {
  const verifier = client.randomPKCECodeVerifier()
  const state = client.randomState()
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: REDIRECT,
    scope,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    resource: `${server.app.settings.PUBLIC_URL}/mcp`,
    state,
  })
  // The URL has the parameters that the endpoint expects.
  const request = Object.fromEntries(url.searchParams) as never as Request
  return { url, request, verifier, state }
}

type Request = Omit<BodyOf<typeof answerAuthorization>, 'permit'>

/** Connects an assistant with a person's permission. @returns its tokens */
export async function connect(
  server: TestServer,
  as: { token: string },
  permit: NonNullable<Permit> = { scope: 'draft', bucket_ids: null },
  config?: RegisteredClient,
) {
  const registered = config ?? (await registerClient(server))
  const { request, verifier, state } = await requestOf(server, registered)
  const body = { ...request, permit }
  const { redirect_to } = (await server.call(answerAuthorization, { body }, as)).ok()
  const tokens = await client.authorizationCodeGrant(registered, new URL(redirect_to), {
    pkceCodeVerifier: verifier,
    expectedState: state,
  })
  return {
    config: registered,
    token: tokens.access_token,
    refreshToken: tokens.refresh_token ?? '',
    expiresIn: tokens.expires_in,
    scope: tokens.scope,
    redirect: redirect_to,
    verifier,
  }
}

/** Returns the headers with which the MCP server makes calls for an assistant. */
export const internally = ({ app }: TestServer) => ({
  headers: { 'x-typecase-internal': app.internalSecret },
})
