import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'

import { readSettings, type Settings } from '../packages/server/src/settings/settings.ts'
import { WrongArguments } from './terminal/problem.ts'

/** One verb of a command, which gets its arguments and whether `--yes` was given. */
export type Verb = (settings: Settings, words: readonly string[], isSure: boolean) => Promise<void>

/**
 * Runs a command in the terminal that works on the data folder itself, with the server's settings. The exit code is 1
 * if the command fails and 2 if its arguments are wrong.
 */
export async function runFolderCommand(
  usage: string,
  verbs: Readonly<Record<string, Verb>>,
  args: readonly string[] = process.argv.slice(2),
): Promise<void> {
  if (existsSync('.env')) process.loadEnvFile('.env')
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { yes: { type: 'boolean', default: false }, help: { type: 'boolean', short: 'h' } },
    })
    const [name = '', ...words] = positionals
    if (values.help) return void process.stdout.write(usage)
    const verb = Object.hasOwn(verbs, name) ? verbs[name] : undefined
    if (!verb) throw new WrongArguments(name ? `There is no command “${name}”.` : 'Say what to do.')
    await verb(readSettings(process.env), words, values.yes)
  } catch (reason) {
    if (!(reason instanceof Error)) throw reason
    const code = 'code' in reason ? String(reason.code) : ''
    const isWrong = reason instanceof WrongArguments || code.startsWith('ERR_PARSE_ARGS')
    process.stderr.write(`\n${reason.message}\n${isWrong ? `\n${usage}` : '\n'}`)
    process.exitCode = isWrong ? 2 : 1
  }
}

export const say = (line: string): void => void process.stdout.write(`${line}\n`)
