import { parseKey } from '../packages/server/src/secrets/sealer.ts'
import { forgetLost, rotateKey } from '../packages/server/src/secrets/secret-key.ts'
import { runFolderCommand, say } from './folder-command.ts'

const USAGE = `Works on the key that bucket keys and two-step secrets are encrypted with. Stop the server first.

  npx typecase secret-key rotate
      Makes a new key and encrypts everything with it. Interrupted at any moment, nothing is lost: run it again.
      With SECRET_KEY set, give the new key as NEW_SECRET_KEY, and set SECRET_KEY to it afterwards.
      A backup from before needs the key of its time: keep the two together.

  npx typecase secret-key forget-lost [--yes]
      For a key that is lost for good: lists what only it could open. With --yes that is given up, and the server
      starts again. Sites that hold a bucket key go on; it can no longer be shown, only replaced. Accounts with
      two-step sign-in get in with a recovery code, or after npx typecase account reset-two-step <e-mail>.

It reads the settings of the server (DATA_DIR, SECRET_KEY). It ends with 0 when it is done, 1 when nothing was
changed, 2 when the arguments are wrong.
`

await runFolderCommand(USAGE, {
  async rotate(settings) {
    const text = process.env['NEW_SECRET_KEY']?.trim()
    const next = text ? parseKey(text) : undefined
    if (text && !next) throw new Error('NEW_SECRET_KEY must be 32 random bytes in base64.')
    const count = await rotateKey(settings, next)
    say(`Encrypted ${count} secrets with the new key.`)
    if (settings.SECRET_KEY) say('Set SECRET_KEY to the new key before the next start.')
  },

  async 'forget-lost'(settings, _words, isSure) {
    const { buckets, accounts } = await forgetLost(settings, isSure)
    if (buckets.length + accounts.length === 0)
      return say('Nothing is lost: the key opens everything.')
    say(`Buckets whose keys can no longer be shown: ${buckets.length}`)
    for (const slug of buckets) say(`  ${slug}`)
    say(`Accounts whose one-time codes can no longer be checked: ${accounts.length}`)
    for (const email of accounts) say(`  ${email}`)
    if (isSure) return
    say('Nothing was changed. Back up the data folder, then run it again with --yes.')
    process.exitCode = 1
  },
})
