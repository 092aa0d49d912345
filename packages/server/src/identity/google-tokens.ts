import { PROVIDER_TIMEOUT_SECONDS } from '../limits.ts'
import type { App } from '../app.ts'
import { invalid } from '../http/failure.ts'
import { onFirstUse } from '../on-first-use.ts'
import {
  configurationOf,
  notConfirmed,
  type ProvedIdentity,
  reachProvider,
  textOf,
} from './providers.ts'

/** Lifetime of Google's ID tokens and access tokens. */
export const TOKEN_LIFETIME_MS = 60 * 60 * 1000

/** The response of tokeninfo; its claims depend on the token and its scopes. */
type TokenInfo = Readonly<Record<string, unknown>>

/**
 * Returns the identity of a token of Google's implicit flow. Every site with “Sign in with Google” gets tokens of its
 * visitors, so only tokens issued to our own client are accepted.
 * @throws Failure `invalid` at `id_token` when the token is not ours or not valid, `unavailable` when Google does not
 * respond
 * @see https://developers.google.com/identity/sign-in/web/backend-auth
 */
export async function identityOfToken(
  app: App,
  token: string,
  nonce: string,
): Promise<ProvedIdentity> {
  const { settings } = app
  return reachProvider(app, 'google', async () => {
    const client = await onFirstUse.openidClient()
    const config = await configurationOf(settings, 'google')
    const { issuer } = config.serverMetadata()
    const isIdToken = ID_TOKEN.test(token)
    const info = await tokenInfo(
      settings.GOOGLE_TOKENINFO_URL,
      isIdToken ? 'id_token' : 'access_token',
      token,
    )
    if (!info) throw notConfirmed('google', 'id_token', 'token')
    const { aud, azp = aud, sub, iss = issuer } = info
    if (aud !== settings.GOOGLE_CLIENT_ID || azp !== aud) throw notOurs()
    const isOfRound = info['nonce'] === undefined || info['nonce'] === nonce
    // Google gives its issuer with and without the scheme.
    const isOfIssuer = iss === issuer || `https://${String(iss)}` === issuer
    if (!isOfRound || !isOfIssuer || typeof sub !== 'string')
      throw notConfirmed('google', 'id_token', 'token')
    // For an access token, tokeninfo contains no names.
    const names = isIdToken ? info : await client.fetchUserInfo(config, token, sub)
    return {
      provider: 'google',
      issuer,
      subject: sub,
      email: textOf(info['email']),
      isEmailVerified: info['email_verified'] === 'true' || info['email_verified'] === true,
      firstName: textOf(names['given_name']).slice(0, 100),
      lastName: textOf(names['family_name']).slice(0, 100),
    }
  })
}

/** Matches a JSON Web Token; Google's access tokens are not JWTs. */
const ID_TOKEN = /^eyJ[\w-]+\.[\w-]+\.[\w-]+$/

/** Requests the claims of a token. @returns undefined if Google has not issued it, or it has expired */
async function tokenInfo(
  address: string,
  kind: 'id_token' | 'access_token',
  token: string,
): Promise<TokenInfo | undefined> {
  const url = new URL(address)
  url.searchParams.set(kind, token)
  const answer = await fetch(url, { signal: AbortSignal.timeout(PROVIDER_TIMEOUT_SECONDS * 1000) })
  if (answer.ok) return (await answer.json()) as TokenInfo
  if (answer.status === 400 || answer.status === 401) return undefined
  throw new Error(`Google answered ${answer.status} to tokeninfo`)
}

const notOurs = () =>
  invalid(
    'id_token',
    'id_token was issued to another site. Start the sign-in on this one.',
    'audience',
  )
