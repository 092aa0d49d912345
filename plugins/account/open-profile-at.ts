import type { RunContext } from '@typecase/plugin-sdk/command'
import { Focus } from '@typecase/plugin-sdk/focus'

import { accountSectionRoute, inSignIn, inTokens } from './routes.ts'

/** Parts of the sections for signing in and tokens that commands open. */
export type ProfilePart = 'email' | 'password' | 'passkey' | 'linked' | 'token'

/** Returns the id of the first field of a part. */
export const firstFieldOf = (part: ProfilePart): string => `account-${part}`

/** Opens the section of a part and focuses the part's first field. */
export async function openProfileAt(
  { go, services }: Pick<RunContext, 'go' | 'services'>,
  part: ProfilePart,
): Promise<void> {
  const section = part === 'token' ? inTokens : inSignIn
  await go(accountSectionRoute, { ...section, search: { field: part } })
  // The section focuses the field when its code has loaded; this covers the case that it was open already.
  services.get(Focus).moveTo(document.getElementById(firstFieldOf(part)))
}
