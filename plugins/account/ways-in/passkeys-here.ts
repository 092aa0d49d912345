/**
 * Why passkeys cannot be used on this page; undefined where they can. Browsers allow them at names only, over https or on
 * one's own machine.
 */
export function whyNoPasskeys(): string | undefined {
  if (/^[\d.]+$|^\[/.test(window.location.hostname)) {
    const { protocol, port } = window.location
    return `Browsers allow passkeys only at a name, not at a number. Open ${protocol}//localhost${port && `:${port}`} instead.`
  }
  if (!window.isSecureContext) return 'Browsers allow passkeys only over https.'
  if (!('PublicKeyCredential' in window)) return 'This browser has no passkeys.'
  return undefined
}

/** Whether the browser offers passkeys in the list under the e-mail field. */
export async function canOfferInField(): Promise<boolean> {
  if (whyNoPasskeys() !== undefined) return false
  return (await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false
}
