import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { copyToPostgres } from '../packages/server/src/database/postgres-copy.ts'
import { runFolderCommand, say } from './folder-command.ts'
import { WrongArguments } from './terminal/problem.ts'

const USAGE = `Copies the SQLite database of a data folder to PostgreSQL. Stop the server first.

  npx typecase database copy
      Copies everything in DATA_DIR's database into the empty database at DATABASE_URL, and compares both before it is
      done. The file only gets the migrations of a start. On any failure nothing is left in PostgreSQL.

It reads the settings of the server (DATA_DIR, DATABASE_URL). It ends with 0 when it is done, 1 when nothing was copied,
2 when the arguments are wrong.
`

/** Further files in a data folder that a server on PostgreSQL needs. */
const ALONG: readonly (readonly [name: string, what: string])[] = [
  ['secret.key', 'the key that secrets in the database are encrypted with'],
  ['outbox', 'e-mails that were written while no SMTP_URL is set'],
]

/** Runs the commands on the whole database. */
export const databaseCommand = (args: readonly string[]): Promise<void> =>
  runFolderCommand(
    USAGE,
    {
      async copy(settings, words) {
        if (words.length > 0) throw new WrongArguments('Say no more than copy.')
        const tables = await copyToPostgres(settings)
        const width = Math.max(...tables.map(({ name }) => name.length))
        for (const { name, rows, corrected } of tables) {
          const note = corrected > 0 ? `, ${corrected.toLocaleString('en')} of them corrected` : ''
          say(`  ${name.padEnd(width)}  ${rows.toLocaleString('en')}${note}`)
        }
        if (tables.some(({ corrected }) => corrected > 0))
          say('Corrected: U+0000 was removed from texts, and half a surrogate pair became U+FFFD.')
        const total = tables.reduce((sum, { rows }) => sum + rows, 0)
        say(
          `Copied ${total.toLocaleString('en')} rows. Count and hash of each table are the same in both.`,
        )
        const { DATA_DIR } = settings
        const along = ALONG.filter(([name]) => existsSync(join(DATA_DIR, name)))
        if (settings.SECRET_KEY) say('Keep SECRET_KEY unchanged.')
        if (along.length > 0) {
          say(`To serve it with another DATA_DIR, take along from ${DATA_DIR}:`)
          for (const [name, what] of along) say(`  ${name}: ${what}`)
        }
        say(
          'Media are not copied: their files stay where they are. Start the server with this DATABASE_URL.',
        )
      },
    },
    args,
  )
