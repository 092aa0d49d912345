import { createServer } from '../packages/server/src/server.ts'
import { resetTwoStep } from '../packages/server/src/resources/users/reset-two-step.ts'
import { runFolderCommand, say } from './folder-command.ts'
import { addressIn, makeStaff } from './make-staff.ts'

const USAGE = `Works on accounts, for the server's administrator.

  npx typecase account create-admin <e-mail>
      Makes an account that is confirmed and staff, or makes an account that there is already staff. The data folder may
      be empty, or in use. The password of a new account is printed once.
  npx typecase account reset-two-step <e-mail>
      Turns two-step sign-in off for an account that lost its codes and its recovery codes, ends its sessions and
      e-mails its owner. Make sure who asks for it. Stop the server first.

It reads the settings of the server. It ends with 0 when it is done, 1 when nothing was changed, 2 when the
arguments are wrong.
`

await runFolderCommand(USAGE, {
  'create-admin': makeStaff,

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
