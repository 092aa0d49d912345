import type { Reader } from '../../database/database.ts'
import { forbidden } from '../../http/failure.ts'
import type { UserPrincipal } from '../../http/principal.ts'
import { findUser } from '../users/store.ts'

/**
 * Whether a user is staff. This reads the database, because sessions may be older and losing the role must take effect
 * at once. Access tokens and support sessions have no staff rights.
 */
export async function isStaff(db: Reader, { userId, tokenScope }: UserPrincipal): Promise<boolean> {
  const isOfPerson = tokenScope === undefined
  return isOfPerson && (await findUser(db, userId))?.is_staff === 1
}

/** Checks that the caller is staff of the installation. @throws Failure `forbidden` for all others */
export async function assertStaff(db: Reader, principal: UserPrincipal): Promise<void> {
  if (await isStaff(db, principal)) return
  throw forbidden('Only the staff of this installation can do this.')
}
