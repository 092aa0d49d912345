import { createHash, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { type LoopbackProvider, visitProvider } from './sign-in-providers.ts'

interface Tokens {
  readonly access_token: string
  readonly id_token: string
}

/** Google's tokeninfo endpoint on loopback. */
export interface LoopbackTokenInfo {
  /** Settings of a server that uses it. */
  readonly settings: Record<string, string>
  /** Returns the provider's tokens for its person. @param claims override those that tokeninfo returns */
  issue(claims?: Record<string, unknown>, nonce?: string): Promise<Tokens>
  /** Whether every response is a failure. */
  isDown: boolean
  close(): Promise<void>
}

/** Starts the endpoint. @param google issues the tokens, and answers userinfo for access tokens */
export async function startTokenInfo(
  google: LoopbackProvider,
  redirectUri: string,
): Promise<LoopbackTokenInfo> {
  const claimsOf = new Map<string | null, unknown>()
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://tokeninfo')
    const claims = claimsOf.get(searchParams.get('id_token') ?? searchParams.get('access_token'))
    const status = self.isDown ? 503 : claims ? 200 : 400
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(claims ?? { error: 'invalid_token' }))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo

  const self: LoopbackTokenInfo = {
    settings: { GOOGLE_TOKENINFO_URL: `http://127.0.0.1:${port}/tokeninfo` },
    isDown: false,
    async issue(claims = {}, nonce) {
      const tokens = await tokensOf(google, redirectUri, nonce)
      const [, payload = ''] = tokens.id_token.split('.')
      const ofIdToken = JSON.parse(Buffer.from(payload, 'base64url').toString()) as {
        aud: string
        sub: string
        exp: number
        email: string
        email_verified: boolean
      }
      const { aud, sub, exp, email, email_verified } = ofIdToken
      const common = { azp: aud, email_verified: String(email_verified), exp: String(exp) }
      claimsOf.set(tokens.id_token, { ...ofIdToken, ...common, ...claims })
      claimsOf.set(tokens.access_token, { aud, sub, email, ...common, ...claims })
      return tokens
    },
    close: () =>
      new Promise((done) => {
        server.closeAllConnections()
        server.close(() => done())
      }),
  }
  return self
}

async function tokensOf(
  { url, settings }: LoopbackProvider,
  redirect_uri: string,
  nonce?: string,
): Promise<Tokens> {
  const { GOOGLE_CLIENT_ID: client_id = '', GOOGLE_CLIENT_SECRET: client_secret = '' } = settings
  const code_verifier = randomBytes(32).toString('base64url')
  const query = new URLSearchParams({
    client_id,
    redirect_uri,
    response_type: 'code',
    scope: 'openid email profile',
    code_challenge: createHash('sha256').update(code_verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...(nonce !== undefined && { nonce }),
  })
  const params = await visitProvider(`${url}/auth?${query.toString()}`)
  const answer = await fetch(`${url}/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: params.get('code') ?? '',
      redirect_uri,
      code_verifier,
    }),
    headers: {
      authorization: `Basic ${btoa([client_id, client_secret].map(encodeURIComponent).join(':'))}`,
    },
  })
  return (await answer.json()) as Tokens
}
