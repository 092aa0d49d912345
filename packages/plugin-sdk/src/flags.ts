import type { Argument } from './arguments.ts'
import type { Ask } from './ask.ts'
import type { AnyCommand } from './command.ts'
import type { Json } from './json.ts'

/** Returns the flag of an argument, without its dashes: `change_set_id` → `change-set-id`. */
export function flagOf(key: string): string {
  return key
    .replaceAll(/([a-z])([A-Z])/g, '$1-$2')
    .replaceAll('_', '-')
    .toLowerCase()
}

/** Returns how a command asks for one of its arguments in the palette, if it does. */
export function askOf({ ask }: AnyCommand, key: string): Ask | undefined {
  // `AnyCommand` does not know the names of its arguments.
  return (ask as Readonly<Record<string, Ask>> | undefined)?.[key]
}

/** A flag with its literal value; yes/no flags have none. */
export type Flag = readonly [name: string] | readonly [name: string, value: string]

/** Converts an argument to a flag. `valueOf` reads it back. */
export function toFlag({ key, shape }: Argument, value: Json): Flag {
  const flag = flagOf(key)
  if (shape.kind === 'boolean') return value === true ? [flag] : [`no-${flag}`]
  if (shape.kind === 'list' && Array.isArray(value) && value.every(isPlainItem)) {
    return [flag, value.join(',')]
  }
  const isText = typeof value === 'string' && !(shape.kind === 'any' && isJson(value))
  return [flag, isText ? value : JSON.stringify(value)]
}

/**
 * Reads the value of a flag. Text that cannot be parsed is returned unchanged, so the schema reports the problem.
 * @param ask how the palette asks for it: a moment in ms may also be written as a date
 */
export function valueOf({ shape }: Argument, text: string, ask?: Ask): Json {
  switch (shape.kind) {
    case 'text':
      return text
    case 'choice':
      return shape.values.find((value) => String(value) === text) ?? text
    case 'number':
      return numberOf(text, ask)
    case 'list':
      return text.startsWith('[') ? jsonOf(text) : text.split(',').map((item) => item.trim())
    default:
      return jsonOf(text)
  }
}

function numberOf(text: string, ask: Ask | undefined): Json {
  const number = text.trim() === '' ? Number.NaN : Number(text)
  if (Number.isFinite(number)) return number
  const isMoment = ask?.kind === 'date' && ask.as === 'ms'
  const moment = isMoment ? Date.parse(text) : Number.NaN
  return Number.isFinite(moment) ? moment : text
}

const isPlainItem = (item: Json): item is string =>
  typeof item === 'string' && item !== '' && item.trim() === item && !/^\[|,/.test(item)

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function jsonOf(text: string): Json {
  try {
    return JSON.parse(text) as Json
  } catch {
    return text
  }
}
