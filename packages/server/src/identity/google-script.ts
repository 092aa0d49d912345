import type { Settings } from '../settings/settings.ts'

const GOOGLE = 'https://accounts.google.com'

/** The address of Google's script, which asks for a code in a pop-up; undefined where it would know nothing of our client. */
export function googleScript({
  GOOGLE_CLIENT_ID: client,
  GOOGLE_SCRIPT_URL: script,
  GOOGLE_ISSUER: issuer,
}: Settings): string | undefined {
  if (client === undefined) return undefined
  return script ?? (issuer === GOOGLE ? `${GOOGLE}/gsi/client` : undefined)
}
