import { randomBytes } from 'node:crypto'

import { signup } from '@typecase/contract/users'

import { createClock } from '../../clock.ts'
import { DataDirInUse, lockDataDir } from '../../database/data-lock.ts'
import { openDatabase } from '../../database/open-database.ts'
import type { Write } from '../../database/write-queue.ts'
import { validate } from '../../http/validate.ts'
import { hashPassword } from '../../identity/passwords.ts'
import { assertDatabaseNotMissing } from '../../secrets/key-file.ts'
import type { Settings } from '../../settings/settings.ts'
import { voidMailCodes } from './mail-codes.ts'
import { changeUser, findUserByEmail, insertUser } from './store.ts'

/**
 * Creates a confirmed staff account, or makes an existing account staff. For the operator, who has access to the data
 * folder: the folder may be empty, or in use by a running server.
 * @returns the password of a new or unconfirmed account; none for an active account, which keeps its password
 * @throws Failure `invalid` for an invalid e-mail address
 */
export async function createAdmin(
  settings: Settings,
  email: string,
): Promise<{ password?: string }> {
  const password = randomBytes(12).toString('base64url')
  if (signup.body) validate(signup.body, { email, password })
  const passwordHash = await hashPassword(password)
  return withDatabase(settings, async (write) => {
    const clock = createClock(settings.CLOCK)
    const user = await findUserByEmail(write.db, email)
    if (user?.status === 'active') {
      await changeUser(write, clock, user.id, { is_staff: 1 })
      return {}
    }
    if (user) {
      // No one has confirmed the address, so the existing password may be a stranger's.
      await voidMailCodes(write, user.id)
      const change = { status: 'active', password_hash: passwordHash, is_staff: 1 } as const
      await changeUser(write, clock, user.id, change)
    } else {
      const name = { firstName: '', lastName: '' }
      const account = { email, passwordHash, ...name, status: 'active', isStaff: true } as const
      await insertUser(write, clock, account)
    }
    return { password }
  })
}

/** Runs one write in the database, whether or not a server is running. */
async function withDatabase<T>(settings: Settings, work: (write: Write) => Promise<T>): Promise<T> {
  const isFile = settings.DATABASE_URL === undefined
  const unlock = isFile ? lockUnlessInUse(settings.DATA_DIR) : undefined
  try {
    if (isFile) assertDatabaseNotMissing(settings.DATA_DIR)
    const isShared = isFile && unlock === undefined
    const db = await openDatabase(settings, { isShared })
    try {
      return await db.write(work, 'serializable')
    } finally {
      await db.close()
    }
  } finally {
    unlock?.()
  }
}

function lockUnlessInUse(dataDir: string): (() => void) | undefined {
  try {
    return lockDataDir(dataDir)
  } catch (reason) {
    if (reason instanceof DataDirInUse) return undefined
    throw reason
  }
}
