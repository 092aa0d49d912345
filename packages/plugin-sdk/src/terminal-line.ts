import { argumentsOf } from './arguments.ts'
import type { AnyCommand } from './command.ts'
import { askOf, type Flag, flagOf, toFlag } from './flags.ts'
import type { JsonObject } from './json.ts'
import { type Scope, scopeFrom } from './scope.ts'

/** The prefix of each line. */
export const TERMINAL = ['npx', 'typecase'] as const

/** Stands for the flags of a scope in a usage. */
export const WHICH_OBJECTS = '<which objects>'

/** Returns the two words that name a command in a terminal: `objects.publish` → objects publish. */
export function nounAndVerb(id: string): readonly [noun: string, verb: string] {
  const at = id.indexOf('.')
  return [id.slice(0, at), id.slice(at + 1)]
}

/** Returns a command with its arguments as typed in a terminal. */
export function terminalLine(command: AnyCommand, args: JsonObject, bucketSlug: string): string {
  const bucket = typeof args['bucket'] === 'string' ? args['bucket'] : bucketSlug
  const flags: Flag[] = [['bucket', bucket]]
  for (const argument of inOrder(command)) {
    const value = args[argument.key]
    if (value === undefined || argument.key === 'bucket') continue
    if (argument.shape.kind === 'scope') flags.push(...scopeFlags(scopeFrom(value)))
    else flags.push(toFlag(argument, value))
  }
  return [...TERMINAL, ...nounAndVerb(command.id), ...flags.map(wordOf)].join(' ')
}

/**
 * Returns the command with placeholders:
 * `objects replace --bucket <slug> <which objects> --find <text> [--fields <a,b>]`.
 */
export function terminalUsage(command: AnyCommand): string {
  const flags = inOrder(command).flatMap((argument) => {
    const { key, isRequired, shape } = argument
    if (key === 'bucket') return []
    if (shape.kind === 'scope') return WHICH_OBJECTS
    const flag = `--${flagOf(key)}${shape.kind === 'boolean' ? '' : ` <${placeholderOf(argument)}>`}`
    return isRequired ? flag : `[${flag}]`
  })
  return [...TERMINAL, ...nounAndVerb(command.id), '--bucket <slug>', ...flags].join(' ')
}

/** Returns the placeholder for the value of a flag. */
export function placeholderOf({ shape, key }: ReturnType<typeof argumentsOf>[number]): string {
  switch (shape.kind) {
    case 'choice':
      return shape.values.join('|')
    case 'list':
      return 'a,b'
    case 'number':
      return 'number'
    case 'text':
      return key.endsWith('_id') ? 'id' : 'text'
    default:
      return 'JSON or text'
  }
}

/** Returns a command's arguments: first those that it asks for, in the order of `ask`. */
export function inOrder(command: AnyCommand): ReturnType<typeof argumentsOf> {
  const all = argumentsOf(command)
  const missing = all.filter(({ key }) => askOf(command, key))
  const order = Object.keys(command.ask ?? {})
  missing.sort((a, b) => order.indexOf(a.key) - order.indexOf(b.key))
  return [...missing, ...all.filter(({ key }) => !askOf(command, key))]
}

function scopeFlags(scope: Scope): Flag[] {
  const out = Object.entries(scope.except ?? {}).map(([key, some]): Flag => [
    `except-${key}`,
    some.join(','),
  ])
  return [whichOf(scope), ...out]
}

function whichOf(scope: Scope): Flag {
  if ('ids' in scope) return ['ids', scope.ids.join(',')]
  const keys = Object.keys(scope.query)
  const { type } = scope.query
  if (keys.length === 0) return ['all']
  if (keys.length === 1 && typeof type === 'string') return ['type', type]
  return ['query', JSON.stringify(scope.query)]
}

function wordOf([name, value]: Flag): string {
  if (value === undefined) return `--${name}`
  // A value that begins with a dash would be taken for a flag.
  return value.startsWith('-') ? `--${name}=${quoteWord(value)}` : `--${name} ${quoteWord(value)}`
}

/** Quotes a word for Unix shells, where it needs quotes. */
export function quoteWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
}
