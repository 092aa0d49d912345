import type { Go } from '@typecase/plugin-sdk/route'

import { accountSectionRoute } from './routes.ts'

/** The parts of the section about signing in that commands lead to. */
export type ProfilePart = 'email' | 'password'

/** The id of the field that a part begins with. */
export const firstFieldOf = (part: ProfilePart): string => `account-${part}`

/** Opens the section with the focus where a part begins. */
export async function openProfileAt(go: Go, part: ProfilePart): Promise<void> {
  await go(accountSectionRoute, { params: { section: 'sign-in' } })
  document.getElementById(firstFieldOf(part))?.focus()
}
