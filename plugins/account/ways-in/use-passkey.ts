import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser'
import {
  addPasskey,
  passkeyAuth,
  startPasskey,
  startPasskeyAuth,
} from '@typecase/contract/passkeys'
import type { ApiService } from '@typecase/plugin-sdk/services'

/** Whether the user closed the browser's dialog, or another request replaced this one. Neither is an error. */
const isCancelled = (reason: unknown): boolean =>
  reason instanceof Error && ['AbortError', 'NotAllowedError'].includes(reason.name)

/**
 * Asks for a passkey and signs in with it.
 * @param isInField whether the browser offers passkeys under the e-mail field, until one is chosen there
 * @returns undefined when the user cancelled
 */
export async function signInWithPasskey(api: ApiService, isInField = false) {
  const { options } = await api.call(startPasskeyAuth, {})
  try {
    const credential = await startAuthentication({
      // The server's library creates the options in the browser's format.
      optionsJSON: options as PublicKeyCredentialRequestOptionsJSON,
      useBrowserAutofill: isInField,
    })
    return await api.call(passkeyAuth, { body: { credential: asBody(credential) } })
  } catch (reason) {
    if (isCancelled(reason)) return undefined
    throw reason
  }
}

/** Cancels the request under the e-mail field, because the page is left. */
export const forgetPasskeys = (): void => WebAuthnAbortService.cancelCeremony()

/** Creates a passkey on this device. @returns undefined when the user cancelled */
export async function makePasskey(api: ApiService, title: string, password?: string) {
  if (!browserSupportsWebAuthn()) throw new Error('This browser does not support passkeys.')
  const { options } = await api.call(startPasskey, {
    body: password === undefined ? {} : { current_password: password },
  })
  try {
    const credential = await startRegistration({
      // The server's library creates the options in the browser's format.
      optionsJSON: options as PublicKeyCredentialCreationOptionsJSON,
    })
    return await api.call(addPasskey, { body: { title, credential: asBody(credential) } })
  } catch (reason) {
    if (reason instanceof Error && reason.name === 'InvalidStateError')
      throw new Error('This device already has a passkey for your account.', { cause: reason })
    if (isCancelled(reason)) return undefined
    throw reason
  }
}

interface Credential {
  readonly id: string
  readonly rawId: string
  readonly response: object
  readonly authenticatorAttachment?: string
}

/** Picks the properties that the server accepts; browsers may add others. */
const asBody = ({ id, rawId, response }: Credential) => ({
  id,
  rawId,
  type: 'public-key' as const,
  response: { ...response },
  clientExtensionResults: {},
})
