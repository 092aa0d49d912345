import { createServer } from '../packages/server/src/server.ts'
import { createAdmin } from '../packages/server/src/resources/users/create-admin.ts'
import { resetTwoStep } from '../packages/server/src/resources/users/reset-two-step.ts'
import { runFolderCommand, say } from './folder-command.ts'
import { WrongArguments } from './terminal/problem.ts'

const USAGE = `Works on accounts, for the server's administrator.

  npm run account -- create-admin <e-mail>
      Makes an account that is confirmed and staff, or makes an account that there is already staff. The data folder may
      be empty, or in use. The password of a new account is printed once.
  npm run account -- reset-two-step <e-mail>
      Turns two-step sign-in off for an account that lost its codes and its recovery codes, ends its sessions and
      mails its owner. Make sure who asks for it. Stop the server first.

It reads the settings of the server. It ends with 0 when it is done, 1 when nothing was changed, 2 when the
arguments are wrong.
`

await runFolderCommand(USAGE, {
  async 'create-admin'(settings, words) {
    const email = addressIn(words)
    const { password } = await createAdmin(settings, email)
    if (password === undefined) return say(`${email} is staff now. Its password is the one it had.`)
    say(`${email} is staff. Sign in (the password is shown this once):\n`)
    say(`  ${settings.PUBLIC_URL}/login?email=${encodeURIComponent(email)}\n  ${password}\n`)
  },

  async 'reset-two-step'(settings, words) {
    const email = addressIn(words)
    const server = await createServer(settings)
    try {
      await resetTwoStep(server.app, email)
    } finally {
      await server.close()
    }
    say(`Two-step sign-in of ${email} is off. The next sign-in needs the password only.`)
  },
})

function addressIn([email, ...others]: readonly string[]): string {
  if (email === undefined) throw new WrongArguments('Give the e-mail address of the account.')
  if (others.length > 0) throw new WrongArguments('One account at a time.')
  return email
}
