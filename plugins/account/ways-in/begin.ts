import { type ProviderId } from '@typecase/contract/sign-in-options'
import { startLink, startProvider } from '@typecase/contract/sign-in-providers'
import type { ApiService } from '@typecase/plugin-sdk/services'

/** A started sign-in, kept in session storage while the user is on the provider's page. */
export interface StartedSignIn {
  /** The provider returns this value. Sign-ins in other tabs and browsers have other values. */
  readonly state: string | null
  readonly referralCode?: string | undefined
}

const keyOf = (provider: ProviderId) => `sign-in-${provider}`

/** Opens a provider's page to sign in. The current page stays visible until the browser has left it. */
export async function leaveToSignIn(
  api: ApiService,
  provider: ProviderId,
  referralCode?: string,
): Promise<void> {
  const { url } = await api.call(startProvider, { body: { provider } })
  leave(provider, url, referralCode)
}

/** Opens a provider's page to link an account to the signed-in one. */
export async function leaveToLink(
  api: ApiService,
  provider: ProviderId,
  password?: string,
): Promise<void> {
  const { url } = await api.call(startLink, {
    body: { provider, ...(password !== undefined && { current_password: password }) },
  })
  leave(provider, url)
}

function leave(provider: ProviderId, url: string, referralCode?: string): void {
  const away: StartedSignIn = { state: new URL(url).searchParams.get('state'), referralCode }
  sessionStorage.setItem(keyOf(provider), JSON.stringify(away))
  window.location.assign(url)
}

/** Returns the stored sign-in and removes it; undefined if another tab or browser started it. */
export function takeAway(provider: ProviderId): StartedSignIn | undefined {
  const text = sessionStorage.getItem(keyOf(provider))
  sessionStorage.removeItem(keyOf(provider))
  // Only `leave` writes this key.
  return text === null ? undefined : (JSON.parse(text) as StartedSignIn)
}
