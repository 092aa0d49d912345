import { createServer } from '../packages/server/src/server.ts'
import { resetTwoStep } from '../packages/server/src/resources/users/reset-two-step.ts'
import { runFolderCommand, say } from './folder-command.ts'
import { WrongArguments } from './terminal/problem.ts'

const USAGE = `Works on accounts, for whoever runs the server. Stop the server first.

  npm run account -- reset-two-step <e-mail>
      Turns two-step sign-in off for an account that lost its codes and its recovery codes, ends its sessions and
      mails its owner. Make sure who asks for it.

It reads the settings of the server. It ends with 0 when it is done, 1 when nothing was changed, 2 when the
arguments are wrong.
`

await runFolderCommand(USAGE, {
  async 'reset-two-step'(settings, [email, ...others]) {
    if (email === undefined)
      throw new WrongArguments('Say whose: the e-mail address of the account.')
    if (others.length > 0) throw new WrongArguments('One account at a time.')
    const server = await createServer(settings)
    try {
      await resetTwoStep(server.app, email)
    } finally {
      await server.close()
    }
    say(`Two-step sign-in of ${email} is off. The next sign-in needs the password only.`)
  },
})
