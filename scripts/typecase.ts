import { readCommands } from './terminal/commands.ts'
import { end } from './terminal/end.ts'
import { DeclinedByUser, Problem, WrongArguments } from './terminal/problem.ts'
import { runCommand } from './terminal/run-command.ts'
import { ServerRefusal } from './terminal/server.ts'
import { typesCommand } from './terminal/types-command.ts'
import { usage } from './terminal/usage.ts'

const [noun = '', verb = '', ...flags] = process.argv.slice(2)

async function main(): Promise<number> {
  if (noun === 'database' || noun === 'admin') return runFolderCommands(noun)
  if (noun === 'extension') {
    const { extensionCommand } = await import('./extension.ts')
    return extensionCommand(process.argv.slice(3))
  }
  if (noun === 'types') return typesCommand(process.argv.slice(3))
  if (noun === 'mcp') return (await import('./mcp.ts')).mcpCommand(process.argv.slice(3))
  const all = await readCommands()
  const program = all.find((one) => one.noun === noun && one.verb === verb)
  if (program) {
    const undo = all.find((one) => one.verb === 'undo-change-set')?.command
    return runCommand(program.command, undo, flags)
  }
  const some = all.filter((one) => one.noun === noun)
  const isHelp = [noun, verb].some((word) => ['', '--help', '-h', 'help'].includes(word))
  if (isHelp && (some.length > 0 || noun === '' || noun.startsWith('-') || noun === 'help')) {
    process.stdout.write(usage(some.length > 0 ? some : all))
    return 0
  }
  const of = (some.length > 0 ? some : all).map((one) => (some.length > 0 ? one.verb : one.noun))
  const names = [...new Set(of)].join(', ')
  throw new WrongArguments(
    some.length > 0
      ? `There is no command “${noun} ${verb}”. With ${noun} go: ${names}.`
      : `There is no “${noun}”. Commands are about: ${names}.`,
  )
}

/** Runs commands on the data folder itself; only these load the server's code. */
async function runFolderCommands(noun: 'database' | 'admin'): Promise<number> {
  const run =
    noun === 'admin'
      ? (await import('./make-staff.ts')).adminCommand
      : (await import('./database.ts')).databaseCommand
  await run(process.argv.slice(3))
  return Number(process.exitCode ?? 0)
}

/** Prints what went wrong. @returns the exit code */
function tell(reason: unknown): number {
  if (!(reason instanceof Problem)) throw reason
  // An `invalid` response of the server is a mistake in the arguments.
  const isWrong =
    reason instanceof WrongArguments ||
    (reason instanceof ServerRefusal && reason.body.code === 'invalid')
  process.stderr.write(`${reason.message}\n`)
  if (reason instanceof WrongArguments) {
    process.stderr.write('See npx typecase --help, or --help after a command.\n')
  }
  return reason instanceof DeclinedByUser ? 3 : isWrong ? 2 : 1
}

await end(await main().catch(tell))
