import { existsSync } from 'node:fs'

import { createAdmin } from '../packages/server/src/resources/users/create-admin.ts'
import { readSettings, type Settings } from '../packages/server/src/settings/settings.ts'
import { startProblem } from '../packages/server/src/start-problem.ts'

const USAGE = `Makes an account that is confirmed and staff, or makes an account that there is already staff.

  npm run create-admin -- <e-mail>

It works on the data folder of the server's settings (DATA_DIR), an empty one and one in use as well, and prints the
password of a new account once. Ends with 0 when it is done, 1 when nothing was changed, and 2 when the arguments are
wrong.
`

async function run(email: string): Promise<void> {
  let settings: Settings | undefined
  try {
    if (existsSync('.env')) process.loadEnvFile('.env')
    settings = readSettings(process.env)
    const { password } = await createAdmin(settings, email)
    const signIn = `${settings.PUBLIC_URL}/login?email=${encodeURIComponent(email)}`
    process.stdout.write(
      password === undefined
        ? `\n  ${email} is staff now. Its password is the one it had.\n\n`
        : `\n  ${email} is staff. Sign in (the password is shown this once):\n\n    ${signIn}\n    ${password}\n\n`,
    )
  } catch (reason) {
    process.stderr.write(`\n${startProblem(reason, settings)}\n\n`)
    process.exitCode = 1
  }
}

const [email, ...others] = process.argv.slice(2)
if (email === '--help' || email === '-h') process.stdout.write(USAGE)
else if (email === undefined || email.startsWith('-') || others.length > 0) {
  process.stderr.write(`\nGive one e-mail address.\n\n${USAGE}`)
  process.exitCode = 2
} else await run(email)
