import { type ProviderId, providerTitles } from '@typecase/contract/sign-in-options'
import type { Configuration } from 'openid-client'

import { PROVIDER_TIMEOUT_SECONDS } from '../limits.ts'
import type { App } from '../app.ts'
import { Failure, invalid, notConfigured } from '../http/failure.ts'
import { onFirstUse } from '../on-first-use.ts'
import type { Settings } from '../settings/settings.ts'

/** The identity at a provider: `issuer` and `subject` together never change hands. */
export interface ProvedIdentity {
  readonly provider: ProviderId
  readonly issuer: string
  readonly subject: string
  readonly email: string
  /** Whether the provider checked that the address is theirs. */
  readonly isEmailVerified: boolean
  readonly firstName: string
  readonly lastName: string
}

/** One sign-in at a provider; the server derives it from the state, and stores nothing. */
export interface Round {
  readonly state: string
  readonly nonce: string
  /** The secret of PKCE. */
  readonly verifier: string
  /** Google's script requested the code: it knows neither nonce nor PKCE. */
  readonly isPopup: boolean
}

/** The parameters of the provider's redirect. */
export interface CallbackParams {
  readonly code: string
  readonly iss?: string | undefined
}

/** Google's redirect URI for a script that handed the code to the page. */
const POPUP_REDIRECT_URI = 'postmessage'

export const redirectUriOf = (settings: Settings, provider: ProviderId): string =>
  `${settings.PUBLIC_URL}/auth/${provider}/callback`

/** The providers that this server is set up for. */
export function configuredProviders(settings: Settings): ProviderId[] {
  return [
    ...(settings.GOOGLE_CLIENT_ID === undefined ? [] : ['google' as const]),
    ...(settings.GITHUB_CLIENT_ID === undefined ? [] : ['github' as const]),
  ]
}

/** The provider's page that the browser goes to. @throws Failure `not_configured`, `unavailable` */
export async function authorizationUrl(
  app: App,
  provider: ProviderId,
  { state, nonce, verifier }: Round,
): Promise<string> {
  const client = await onFirstUse.openidClient()
  const config = await reached(app, provider, () => configurationOf(app.settings, provider))
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
 * Exchanges the code that the browser brought.
 * @param path where the body has it
 * @throws Failure `invalid` at `path` when the provider refuses it, `unavailable` when the provider does not answer
 */
export async function exchangeCode(
  app: App,
  provider: ProviderId,
  { code, iss }: CallbackParams,
  { state, nonce, verifier, isPopup }: Round,
  path: string,
): Promise<ProvedIdentity> {
  const client = await onFirstUse.openidClient()
  const config = await reached(app, provider, () => configurationOf(app.settings, provider))
  const callback = new URL(redirectUriOf(app.settings, provider))
  callback.search = new URLSearchParams({
    code,
    state,
    // GitHub has no issuer in the sense of OpenID Connect. Clients may leave Google's out: each provider has its own
    // redirect URI, which separates their codes.
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
    if (isNetwork(reason)) throw unreachable(app, provider, reason)
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

/** GitHub knows no id tokens: who someone is, its API says. */
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
    if (!answer.ok) throw new Error(`GitHub answered ${answer.status} to ${path}`)
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

/** Google's OpenID configuration, by issuer and client: fetched once. */
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
    // An issuer at http: is a test's, or in the operator's own network.
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

/** @throws Failure `unavailable` when the provider cannot be reached */
export async function reached<T>(
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

/** Whether a provider could not be reached at all, or took too long. */
const isNetwork = (reason: unknown): boolean =>
  reason instanceof TypeError ||
  (reason instanceof Error &&
    (['TimeoutError', 'AbortError'].includes(reason.name) ||
      ('code' in reason && reason.code === 'OAUTH_TIMEOUT')))

function unreachable({ log }: App, provider: ProviderId, reason: unknown): Failure {
  log.error({ err: reason, provider }, 'a sign-in provider did not answer')
  return new Failure(
    'unavailable',
    `${providerTitles[provider]} is not responding. Try again soon, or log in another way.`,
  )
}
