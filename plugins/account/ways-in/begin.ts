import { type ProviderId } from '@typecase/contract/sign-in-options'
import { startLink, startProvider } from '@typecase/contract/sign-in-providers'
import type { ApiService } from '@typecase/plugin-sdk/services'

/** The state of a sign-in, in session storage while the user is at the provider. */
export interface Away {
  /** The provider sends this value back; the sign-ins of other tabs and browsers have other values. */
  readonly state: string | null
  readonly referralCode?: string | undefined
}

const keyOf = (provider: ProviderId) => `sign-in-${provider}`

/** Leaves for a provider, to sign in. The page goes on to be shown until the browser has left it. */
export async function leaveToSignIn(
  api: ApiService,
  provider: ProviderId,
  referralCode?: string,
): Promise<void> {
  const { url } = await api.call(startProvider, { body: { provider } })
  leave(provider, url, referralCode)
}

/** The same to link an account, for someone who is signed in. */
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
  const away: Away = { state: new URL(url).searchParams.get('state'), referralCode }
  sessionStorage.setItem(keyOf(provider), JSON.stringify(away))
  window.location.assign(url)
}

/** The stored sign-in, for one return; undefined if another tab or browser began it. */
export function takeAway(provider: ProviderId): Away | undefined {
  const text = sessionStorage.getItem(keyOf(provider))
  sessionStorage.removeItem(keyOf(provider))
  // Only `leave` writes there.
  return text === null ? undefined : (JSON.parse(text) as Away)
}
