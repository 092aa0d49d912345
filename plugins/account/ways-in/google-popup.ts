import { DEFAULT_FAILURE } from '@typecase/contract/product'
import type { SignInOptions } from '@typecase/contract/sign-in-options'
import { startGooglePopup } from '@typecase/contract/sign-in-providers'
import type { ApiService } from '@typecase/plugin-sdk/services'
import { within } from '@typecase/plugin-sdk/within'

/**
 * The parts of Google's script in use. @see https://developers.google.com/identity/oauth2/web/reference/js-reference
 */
interface GoogleScript {
  initCodeClient(config: {
    client_id: string
    scope: string
    ux_mode: 'popup'
    state: string
    callback: (response: { code?: string; state?: string; error?: string }) => void
    error_callback: (error: { type: string }) => void
  }): { requestCode(): void }
}

declare global {
  interface Window {
    google?: { accounts?: { oauth2?: GoogleScript } }
  }
}

/** Timeout for loading, since browsers allow a pop-up only within five seconds after a press. */
const LOAD_MS = 4_000

interface PopupCode {
  readonly code: string
  readonly state: string
}

/**
 * Requests a code in Google's pop-up.
 * @returns `closed` when the user closed it; `blocked` when the script or the pop-up is blocked
 * @throws a message for the user, when Google refuses
 */
export async function askInPopup(
  api: ApiService,
  { client_id, script }: NonNullable<SignInOptions['google_popup']>,
): Promise<PopupCode | 'closed' | 'blocked'> {
  const ready = Promise.all([loadScript(script), api.call(startGooglePopup, {})])
  const [google, started] = await within(() => ready, 'Google’s script', LOAD_MS).catch(() => [])
  if (!google || !started) return 'blocked'
  const { state } = started
  return new Promise((resolve, reject) => {
    const client = google.initCodeClient({
      client_id,
      scope: 'openid email profile',
      ux_mode: 'popup',
      state,
      callback({ code, state: returned, error }) {
        if (code !== undefined && returned === state) resolve({ code, state })
        else if (error === 'access_denied')
          reject(new Error('You did not let Google log you in. Nothing changed.'))
        else reject(new Error(DEFAULT_FAILURE))
      },
      error_callback({ type }) {
        if (type === 'popup_closed') resolve('closed')
        else if (type === 'popup_failed_to_open') resolve('blocked')
        else reject(new Error(DEFAULT_FAILURE))
      },
    })
    client.requestCode()
  })
}

/** Loads Google's script. @throws when the script is blocked, unreachable or not the expected one */
async function loadScript(url: string): Promise<GoogleScript> {
  if (!window.google?.accounts?.oauth2) {
    await new Promise((resolve, reject) => {
      const element = document.createElement('script')
      element.src = url
      element.addEventListener('load', resolve)
      element.addEventListener('error', () => {
        element.remove()
        reject(new Error('Google’s script could not be loaded.'))
      })
      document.head.append(element)
    })
  }
  const google = window.google?.accounts?.oauth2
  if (!google) throw new Error('Google’s script could not be loaded.')
  return google
}
