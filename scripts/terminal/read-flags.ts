import { parseArgs } from 'node:util'

import { checkArgs, withDefaults } from '@typecase/plugin-sdk/arguments'
import type { AnyCommand } from '@typecase/plugin-sdk/command'
import { askOf, flagOf, valueOf } from '@typecase/plugin-sdk/flags'
import type { Json, JsonObject } from '@typecase/plugin-sdk/json'
import { inOrder } from '@typecase/plugin-sdk/terminal-line'

import { general, scope } from './options.ts'
import { WrongArguments } from './problem.ts'

/** The options of a run, besides its arguments. */
export interface RunFlags {
  readonly bucket?: string
  readonly isDry: boolean
  readonly isAgreed: boolean
  /** The text given for the number of objects. */
  readonly count?: string
  readonly isJson: boolean
  readonly url?: string
  readonly token?: string
  readonly email?: string
  readonly isSaved: boolean
  readonly isHelp: boolean
}

/** The scope of objects, as typed. */
export interface ScopeFlags {
  readonly ids?: readonly string[]
  readonly query?: string
  readonly line?: string
  readonly type?: string
  readonly all?: boolean
  readonly 'except-ids'?: readonly string[]
  readonly 'except-types'?: readonly string[]
  /** An empty text means objects without a locale. */
  readonly 'except-locales'?: readonly string[]
}

export interface Flags {
  readonly run: RunFlags
  /** Only for commands on objects. */
  readonly scope?: ScopeFlags
  /** The other arguments, unchecked. */
  readonly args: JsonObject
}

type Values = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>

/** Parses the words after the two of the command's name. @throws WrongArguments naming the flag */
export function readFlags(command: AnyCommand, argv: readonly string[]): Flags {
  const all = inOrder(command)
  const commandFlags = all.filter(({ shape, key }) => shape.kind !== 'scope' && key !== 'bucket')
  const isScoped = all.some(({ shape }) => shape.kind === 'scope')
  const values = parse(argv, {
    ...general,
    ...(isScoped && scope),
    ...Object.fromEntries(
      commandFlags.map(({ key, shape }) => {
        const type = shape.kind === 'boolean' ? ('boolean' as const) : ('string' as const)
        return [flagOf(key), { type, multiple: true }]
      }),
    ),
  })
  const args = Object.fromEntries(
    commandFlags.flatMap((argument): [string, Json][] => {
      const flag = flagOf(argument.key)
      const args = [values[flag] ?? []].flat()
      if (args.length === 0) return []
      if (argument.shape.kind === 'list' && args.length > 1) {
        return [[argument.key, args.flatMap((text) => valueOf(argument, String(text)) as Json[])]]
      }
      if (args.length > 1) throw new WrongArguments(`--${flag} is given more than once.`)
      const [value] = args
      return [
        [
          argument.key,
          typeof value === 'string'
            ? valueOf(argument, value, askOf(command, argument.key))
            : value === true,
        ],
      ]
    }),
  )
  const taken = new Set(commandFlags.map(({ key }) => flagOf(key)))
  const free: Values = Object.fromEntries(Object.entries(values).filter(([key]) => !taken.has(key)))
  return { run: runFlags(free), args, ...(isScoped && { scope: free }) }
}

/** Checks arguments as the palette does. @throws WrongArguments naming the flag and its rule */
export function checkedArgs(command: AnyCommand, input: JsonObject): JsonObject {
  // A terminal has no selection or open object. Some commands differ only in their defaults.
  const args = withDefaults(command, input, {})
  const checked = checkArgs(command, args)
  const problems = checked.ok ? [] : checked.problems
  const lacking = inOrder(command).filter(
    ({ key }) => args[key] === undefined && askOf(command, key)?.isNeeded?.(args) === true,
  )
  const messages = [
    ...problems.map(({ key, text }) => `--${flagOf(key)} ${text}.`),
    ...lacking.map(({ key }) => `--${flagOf(key)} is a required field.`),
  ]
  if (messages.length > 0) throw new WrongArguments([...new Set(messages)].join('\n'))
  return args
}

function parse(argv: readonly string[], options: typeof general & object): Values {
  try {
    const { values } = parseArgs({ args: [...argv], options, allowNegative: true })
    return values
  } catch (reason) {
    // Only the first sentence names the flag; the others are about positional arguments, which commands do not take.
    const message = reason instanceof Error ? reason.message : String(reason)
    throw new WrongArguments(`${message.split('. ')[0]?.replace(/\.$/, '')}.`)
  }
}

function runFlags(values: Values): RunFlags {
  const text = (key: string) => {
    const value = values[key]
    return typeof value === 'string' && value !== '' ? { [key]: value } : {}
  }
  return {
    ...text('bucket'),
    ...text('count'),
    ...text('url'),
    ...text('token'),
    ...text('email'),
    isDry: values['dry-run'] === true,
    isAgreed: values['yes'] === true,
    isJson: values['json'] === true,
    isSaved: values['save'] === true,
    isHelp: values['help'] === true,
  }
}
