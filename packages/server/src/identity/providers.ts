import { type ProviderId, providerTitles } from '@typecase/contract/sign-in-options'
import type { Configuration } from 'openid-client'

import { PROVIDER_TIMEOUT_SECONDS } from '../limits.ts'
import type { App } from '../app.ts'
import { Failure, invalid, notConfigured } from '../http/failure.ts'
import { onFirstUse } from '../on-first-use.ts'
import type { Settings } from '../settings/settings.ts'

/** An identity at a provider. `issuer` and `subject` together never pass to another person. */
export interface ProvedIdentity {
  readonly provider: ProviderId
  readonly issuer: string
  readonly subject: string
  readonly email: string
  /** Whether the provider has verified the address. */
  readonly isEmailVerified: boolean
  readonly firstName: string
  readonly lastName: string
}

/** One sign-in at a provider. The server derives these values from the state instead of storing them. */
export interface Round {
  readonly state: string
  readonly nonce: string
  /** The code verifier of PKCE. */
  readonly verifier: string
  /** Whether Google's script requested the code; it supports neither nonce nor PKCE. */
  readonly isPopup: boolean
}

/** The parameters of the provider's redirect. */
export interface CallbackParams {
  readonly code: string
  readonly iss?: string | undefined
}

/** Redirect URI for a code that Google's script passed to the page. */
const POPUP_REDIRECT_URI = 'postmessage'

export const redirectUriOf = (settings: Settings, provider: ProviderId): string =>
  `${settings.PUBLIC_URL}/auth/${provider}/callback`

/** Returns the providers that are configured on this server. */
export function configuredProviders(settings: Settings): ProviderId[] {
  return [
    ...(settings.GOOGLE_CLIENT_ID === undefined ? [] : ['google' as const]),
    ...(settings.GITHUB_CLIENT_ID === undefined ? [] : ['github' as const]),
  ]
}

/** Returns the address of the provider's sign-in page. @throws Failure `not_configured`, `unavailable` */
export async function authorizationUrl(
  app: App,
  provider: ProviderId,
  { state, nonce, verifier }: Round,
): Promise<string> {
  const client = await onFirstUse.openidClient()
  const config = await reachProvider(app, provider, () => configurationOf(app.settings, provider))
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: redirectUriOf(app.settings, provider),
    scope: provider === 'google' ? 'openid email profile' : 'read:user user:email',
    state,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(provider === 'google' && { nonce }),
  })
  return url.href
}

/**
 * Exchanges the code that the browser brought for the user's identity.
 * @param path the field of the code in the body
 * @throws Failure `invalid` at `path` when the provider refuses the code, `unavailable` when the provider does not
 * respond
 */
export async function exchangeCode(
  app: App,
  provider: ProviderId,
  { code, iss }: CallbackParams,
  { state, nonce, verifier, isPopup }: Round,
  path: string,
): Promise<ProvedIdentity> {
  const client = await onFirstUse.openidClient()
  const config = await reachProvider(app, provider, () => configurationOf(app.settings, provider))
  const callback = new URL(redirectUriOf(app.settings, provider))
  callback.search = new URLSearchParams({
    code,
    state,
    // GitHub has no issuer as in OpenID Connect. Clients may omit Google's, because each provider has its own redirect
    // URI, which keeps their codes apart.
    ...(provider === 'google' && { iss: iss ?? config.serverMetadata().issuer }),
  }).toString()
  try {
    const tokens = isPopup
      ? await client.genericGrantRequest(config, 'authorization_code', {
          code,
          redirect_uri: POPUP_REDIRECT_URI,
        })
      : await client.authorizationCodeGrant(config, callback, {
          pkceCodeVerifier: verifier,
          expectedState: state,
          ...(provider === 'google' && { expectedNonce: nonce, idTokenExpected: true }),
        })
    if (provider === 'github') return await githubIdentity(app.settings, tokens.access_token)
    const claims = tokens.claims()
    if (!claims) throw new Error('no id token')
    return {
      provider,
      issuer: claims.iss,
      subject: claims.sub,
      email: textOf(claims['email']),
      isEmailVerified: claims['email_verified'] === true,
      firstName: textOf(claims['given_name']).slice(0, 100),
      lastName: textOf(claims['family_name']).slice(0, 100),
    }
  } catch (reason) {
    if (isDown(reason)) throw unreachable(app, provider, reason)
    app.log.info({ err: reason, provider }, 'a code of a sign-in provider was refused')
    throw notConfirmed(provider, path, 'code')
  }
}

export const notConfirmed = (provider: ProviderId, path: string, rule: string) =>
  invalid(path, `${providerTitles[provider]} did not confirm this sign-in. Start again.`, rule)

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

interface GithubUser {
  id: number
  name: string | null
  login: string
}
interface GithubEmail {
  email: string
  primary: boolean
  verified: boolean
}

/** Reads the identity from GitHub's API, since GitHub issues no id tokens. */
async function githubIdentity(settings: Settings, token: string): Promise<ProvedIdentity> {
  async function read<T>(path: string): Promise<T> {
    const answer = await fetch(settings.GITHUB_API_URL + path, {
      headers: {
        accept: 'application/vnd.github+json',
        authorization: `Bearer ${token}`,
        'user-agent': 'Typecase',
      },
      signal: AbortSignal.timeout(PROVIDER_TIMEOUT_SECONDS * 1000),
    })
    if (!answer.ok)
      throw new Error(`GitHub answered ${answer.status} to ${path}`, { cause: answer })
    return (await answer.json()) as T
  }
  const user = await read<GithubUser>('/user')
  const emails = await read<GithubEmail[]>('/user/emails')
  const main =
    emails.find((one) => one.primary && one.verified) ?? emails.find((one) => one.verified)
  if (!Number.isSafeInteger(user.id)) throw new Error('GitHub named no user')
  const [firstName = '', ...others] = (user.name ?? user.login).split(' ')
  return {
    provider: 'github',
    issuer: settings.GITHUB_URL,
    subject: String(user.id),
    email: main?.email ?? '',
    isEmailVerified: main !== undefined,
    firstName: firstName.slice(0, 100),
    lastName: others.join(' ').slice(0, 100),
  }
}

/** Google's OpenID configurations by issuer and client; each is fetched once. */
const discovered = new Map<string, Promise<Configuration>>()

export async function configurationOf(
  settings: Settings,
  provider: ProviderId,
): Promise<Configuration> {
  const client = await onFirstUse.openidClient()
  if (provider === 'github') {
    const { GITHUB_CLIENT_ID: id, GITHUB_CLIENT_SECRET: secret, GITHUB_URL: base } = settings
    if (id === undefined) throw notSetUp('GitHub', 'GITHUB')
    const config = new client.Configuration(
      {
        issuer: base,
        authorization_endpoint: `${base}/login/oauth/authorize`,
        token_endpoint: `${base}/login/oauth/access_token`,
      },
      id,
      secret,
    )
    config.timeout = PROVIDER_TIMEOUT_SECONDS
    if (base.startsWith('http:')) client.allowInsecureRequests(config)
    return config
  }
  const { GOOGLE_CLIENT_ID: id, GOOGLE_CLIENT_SECRET: secret, GOOGLE_ISSUER: issuer } = settings
  if (id === undefined) throw notSetUp('Google', 'GOOGLE')
  const key = `${issuer} ${id} ${secret}`
  const configuration = discovered.get(key)
  if (configuration) return configuration
  const discovery = client.discovery(new URL(issuer), id, secret, undefined, {
    timeout: PROVIDER_TIMEOUT_SECONDS,
    // An issuer at http: belongs to a test or to the operator's own network.
    execute: issuer.startsWith('http:') ? [client.allowInsecureRequests] : [],
  })
  discovered.set(key, discovery)
  discovery.catch(() => discovered.delete(key))
  return discovery
}

const notSetUp = (title: string, setting: string) =>
  notConfigured(
    `Login with ${title} is off on this server: set ${setting}_CLIENT_ID and ${setting}_CLIENT_SECRET.`,
  )

/** Runs a request to a provider. @throws Failure `unavailable` when the provider cannot be reached */
export async function reachProvider<T>(
  app: App,
  provider: ProviderId,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (reason) {
    if (reason instanceof Failure) throw reason
    throw unreachable(app, provider, reason)
  }
}

/** Whether an error means that a provider could not be reached, timed out or failed itself. */
const isDown = (reason: unknown): boolean =>
  reason instanceof TypeError ||
  (reason instanceof Error &&
    (['TimeoutError', 'AbortError'].includes(reason.name) ||
      (reason.cause instanceof Response && reason.cause.status >= 500) ||
      ('code' in reason && reason.code === 'OAUTH_TIMEOUT')))

function unreachable({ log }: App, provider: ProviderId, reason: unknown): Failure {
  log.error({ err: reason, provider }, 'a sign-in provider did not answer')
  return new Failure(
    'unavailable',
    `${providerTitles[provider]} is not responding. Try again soon, or log in another way.`,
  )
}
