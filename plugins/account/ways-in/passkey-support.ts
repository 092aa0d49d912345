/**
 * Returns why passkeys cannot be used on this page; undefined if they can. They need a host name, and https or
 * localhost.
 */
export function whyNoPasskeys(): string | undefined {
  if (/^[\d.]+$|^\[/.test(window.location.hostname)) {
    const { protocol, port } = window.location
    return `Passkeys need a host name, not an IP address. Open ${protocol}//localhost${port && `:${port}`} instead.`
  }
  if (!window.isSecureContext) return 'Passkeys need https.'
  if (!('PublicKeyCredential' in window)) return 'This browser does not support passkeys.'
  return undefined
}

/** Whether the browser offers passkeys in the list under the e-mail field. */
export async function canOfferInField(): Promise<boolean> {
  if (whyNoPasskeys() !== undefined) return false
  return (await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false
}
