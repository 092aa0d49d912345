import type { Ask } from '@typecase/plugin-sdk/ask'
import type { AnyCommand } from '@typecase/plugin-sdk/command'
import { askOf, flagOf } from '@typecase/plugin-sdk/flags'
import {
  inOrder,
  nounAndVerb,
  placeholderOf,
  terminalUsage,
} from '@typecase/plugin-sdk/terminal-line'

import type { TerminalCommand } from './commands.ts'

type Row = readonly [left: string, right: string]

const WHICH: readonly Row[] = [
  ['--ids <a,b>', 'these objects'],
  ['--type <slug>', 'all objects of a type; can be combined with --line or --query'],
  ['--line <text>', 'matches of a query line: status is draft year > 1900'],
  ['--query <JSON>', 'matches of a query: {"type":"posts","metadata.year":{"$gt":1900}}'],
  ['--all', 'all objects of the bucket'],
  ['--except-ids <a,b>', 'excludes objects; also --except-types and --except-locales'],
]

const HOW: readonly Row[] = [
  ['--dry-run', 'only shows the plan'],
  ['--yes', 'does not ask for confirmation'],
  ['--count <number>', 'confirms the number of objects, if the command asks for it'],
  ['--json', 'prints only the server’s answer'],
]

const WHERE: readonly Row[] = [
  ['--bucket <slug>', 'the bucket, as in its address'],
  ['--url <address>', 'the server; or PUBLIC_URL (default http://127.0.0.1:4700)'],
  ['--token <token>', 'a personal access token, or the token of a session; or TYPECASE_TOKEN'],
  [
    '--email <address>',
    'logs in, and asks for the password; or TYPECASE_EMAIL and TYPECASE_PASSWORD',
  ],
  ['--save', 'stores the session for the next time, readable only by you'],
]

const EXITS = `The exit code is 0 on success, 1 if something failed, 2 if the arguments are wrong, and 3 if you declined.
Ctrl+C asks the server to stop; you can undo what is done by then.
`

/** Returns the help for all commands, grouped by subject. */
export function usage(all: readonly TerminalCommand[]): string {
  const rows = all.map(({ noun, verb, command }): Row => [`${noun} ${verb}`, titleOf(command)])
  return `Runs the commands of the palette against a server.

  npx typecase <noun> <verb> --bucket <slug> [options]

Commands
${table(rows)}
For an assistant on this machine
${table([['mcp --bucket <slug>', 'serves commands and content as tools']])}
On the data folder, with the server stopped
${table([
  ['database copy', 'copies it to PostgreSQL'],
  ['admin make-staff <e-mail>', 'makes a person staff of the installation'],
])}
On a folder of this machine
${table([['extension pack <folder> <file.zip>', 'packs an extension for publishing']])}
Help for a command: npx typecase <noun> <verb> --help

${EXITS}`
}

/** Returns the help for one command, whose flags are its arguments. */
export function usageOf(command: AnyCommand): string {
  const all = inOrder(command)
  const commandFlags = all.filter(({ shape, key }) => shape.kind !== 'scope' && key !== 'bucket')
  const isScoped = all.some(({ shape }) => shape.kind === 'scope')
  const rows = commandFlags.map((argument): Row => {
    const value = argument.shape.kind === 'boolean' ? '' : ` <${placeholderOf(argument)}>`
    const ask = askOf(command, argument.key)
    const isOpen = !argument.isRequired && ask?.isNeeded === undefined
    return [
      `--${flagOf(argument.key)}${value}`,
      [wordsOf(ask), ...(isOpen ? ['(optional)'] : [])].join(' ').trim(),
    ]
  })
  const sections: (readonly [string, readonly Row[]])[] = [
    ...(isScoped ? [['Which objects', WHICH] as const] : []),
    ...(rows.length > 0 ? [['What', rows] as const] : []),
    ['How', HOW],
    ['Where', WHERE],
  ]
  return [
    `${titleOf(command)}\n\n  ${terminalUsage(command)}\n`,
    ...sections.map(([title, section]) => `${title}\n${table(section)}`),
    EXITS,
  ].join('\n')
}

const titleOf = ({ title, id }: AnyCommand) => title.replace(/…$/, '') || nounAndVerb(id).join(' ')

/** Describes an argument with the palette's prompt and its options. */
function wordsOf(ask: Ask | undefined): string {
  if (!ask) return ''
  const parts = [ask.title, ...(ask.help ? [ask.help] : [])]
  if (ask.kind === 'date') parts.push('a date such as 2030-01-31T09:00')
  if (ask.kind === 'confirm' && typeof ask.phrase === 'string') parts.push(`type ${ask.phrase}`)
  if (ask.kind === 'choice' && Array.isArray(ask.choices)) {
    const choices = ask.choices as readonly { value: unknown; help?: string; label: string }[]
    parts.push(
      choices.map(({ value, help, label }) => `${String(value)} (${help ?? label})`).join(', '),
    )
  }
  if (ask.skip) parts.push(`without it: ${ask.skip}`)
  return parts.join('; ')
}

/** Formats two columns; a long left cell has its right cell on the next line. */
function table(rows: readonly Row[]): string {
  const width = Math.min(32, Math.max(...rows.map(([left]) => left.length)))
  const pad = ' '.repeat(width + 4)
  return rows
    .map(([left, right]) => {
      if (right === '') return `  ${left}\n`
      return left.length > width
        ? `  ${left}\n${pad}${right}\n`
        : `  ${left.padEnd(width)}  ${right}\n`
    })
    .join('')
}
