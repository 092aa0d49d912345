import type { RunContext } from '@typecase/plugin-sdk/command'
import { Focus } from '@typecase/plugin-sdk/focus'

import { accountSectionRoute, inSignIn, inTokens } from './routes.ts'

/** The parts of the sections about signing in and about tokens that commands lead to. */
export type ProfilePart = 'email' | 'password' | 'passkey' | 'linked' | 'token'

/** The id of the field that a part begins with. */
export const firstFieldOf = (part: ProfilePart): string => `account-${part}`

/** Opens the section with the focus where a part begins. */
export async function openProfileAt(
  { go, services }: Pick<RunContext, 'go' | 'services'>,
  part: ProfilePart,
): Promise<void> {
  const section = part === 'token' ? inTokens : inSignIn
  await go(accountSectionRoute, { ...section, search: { field: part } })
  // The section focuses it itself once its code is there; here for when it was open already.
  services.get(Focus).moveTo(document.getElementById(firstFieldOf(part)))
}
