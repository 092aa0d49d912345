import type { Settings } from '../settings/settings.ts'

const GOOGLE = 'https://accounts.google.com'

/**
 * Returns the address of Google's script, which requests a code in a pop-up; undefined without a Google client, or with
 * another issuer that has no script.
 */
export function googleScript({
  GOOGLE_CLIENT_ID: client,
  GOOGLE_SCRIPT_URL: script,
  GOOGLE_ISSUER: issuer,
}: Settings): string | undefined {
  if (client === undefined) return undefined
  return script ?? (issuer === GOOGLE ? `${GOOGLE}/gsi/client` : undefined)
}
