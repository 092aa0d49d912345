import { createAdmin } from '../packages/server/src/resources/users/create-admin.ts'
import { runFolderCommand, say, type Verb } from './folder-command.ts'
import { WrongArguments } from './terminal/problem.ts'

const USAGE = `Makes someone staff of the installation: they see /admin/.

  npx typecase admin make-staff <e-mail>
      An account that there is keeps its password. Otherwise one is made, and its password is printed once. The data
      folder may be in use.

It reads the settings of the server (DATA_DIR, DATABASE_URL). It ends with 0 when it is done, 1 when nothing was changed,
2 when the arguments are wrong.
`

/** Makes an account staff; creates the account if it does not exist. */
export const makeStaff: Verb = async (settings, words) => {
  const email = addressIn(words)
  const { password } = await createAdmin(settings, email)
  if (password === undefined) return say(`${email} is staff now. Its password is the one it had.`)
  say(`${email} is staff. Log in (the password is shown only once):\n`)
  say(`  ${settings.PUBLIC_URL}/login?email=${encodeURIComponent(email)}\n  ${password}\n`)
}

/** Runs the commands about the staff of the installation. */
export const adminCommand = (args: readonly string[]): Promise<void> =>
  runFolderCommand(USAGE, { 'make-staff': makeStaff }, args)

/** Returns the only argument, an e-mail address. @throws WrongArguments if there is none, or several */
export function addressIn([email, ...others]: readonly string[]): string {
  if (email === undefined) throw new WrongArguments('Give the e-mail address of the account.')
  if (others.length > 0) throw new WrongArguments('One account at a time.')
  return email
}
