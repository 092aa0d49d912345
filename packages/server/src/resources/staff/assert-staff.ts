import type { Reader } from '../../database/database.ts'
import { forbidden } from '../../http/failure.ts'
import type { UserPrincipal } from '../../http/principal.ts'
import { findUser } from '../users/store.ts'

/**
 * Reads whether a user is staff: sessions may be older, and losing the role must take effect at once. Access tokens and
 * support sessions carry no staff rights.
 */
export async function isStaff(db: Reader, { userId, tokenScope }: UserPrincipal): Promise<boolean> {
  const isOfPerson = tokenScope === undefined
  return isOfPerson && (await findUser(db, userId))?.is_staff === 1
}

/** @throws Failure `forbidden` for everyone but the staff of the installation */
export async function assertStaff(db: Reader, principal: UserPrincipal): Promise<void> {
  if (await isStaff(db, principal)) return
  throw forbidden('Only the staff of this installation can do this.')
}
