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

/** The user closed the browser's dialog, or another ceremony began: nothing went wrong. */
const isCancelled = (reason: unknown): boolean =>
  reason instanceof Error && ['AbortError', 'NotAllowedError'].includes(reason.name)

/**
 * Asks for a passkey and signs in with it.
 * @param isInField whether the browser offers it under the e-mail field, until one is chosen there
 * @returns undefined when the user changed their mind
 */
export async function signInWithPasskey(api: ApiService, isInField = false) {
  const { options } = await api.call(startPasskeyAuth, {})
  try {
    const credential = await startAuthentication({
      // As the server's library makes them for the browser's.
      optionsJSON: options as PublicKeyCredentialRequestOptionsJSON,
      useBrowserAutofill: isInField,
    })
    return await api.call(passkeyAuth, { body: { credential: asBody(credential) } })
  } catch (reason) {
    if (isCancelled(reason)) return undefined
    throw reason
  }
}

/** Takes back what waits under the e-mail field: the page with it is left. */
export const forgetPasskeys = (): void => WebAuthnAbortService.cancelCeremony()

/** Makes a passkey on this device. @returns undefined when the user changed their mind */
export async function makePasskey(api: ApiService, title: string, password?: string) {
  if (!browserSupportsWebAuthn()) throw new Error('This browser does not support passkeys.')
  const { options } = await api.call(startPasskey, {
    body: password === undefined ? {} : { current_password: password },
  })
  try {
    const credential = await startRegistration({
      // As the server's library makes them for the browser's.
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

/** The parts that the server knows; browsers may add others. */
const asBody = ({ id, rawId, response }: Credential) => ({
  id,
  rawId,
  type: 'public-key' as const,
  response: { ...response },
  clientExtensionResults: {},
})
