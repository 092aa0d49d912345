import type { Json } from './json.ts'
import type { When } from './when.ts'

/** Prints a condition for the keymap editor and for messages: `zen && !can:objects:write`. */
export function printWhen(when: When | undefined): string {
  if (!when) return 'always'
  switch (when.op) {
    case 'and':
      return when.of.length === 0 ? 'always' : printAll(when.of, ' && ')
    case 'or':
      return when.of.length === 0 ? 'never' : printAll(when.of, ' || ')
    case 'not':
      return `!${printPart(when.of)}`
    case 'has':
      return when.value === undefined ? when.key : `${when.key}:${textOf(when.value)}`
    case 'eq':
      return `${when.key} == ${JSON.stringify(when.value)}`
    case 'gt':
      return `${when.key} > ${when.value}`
    default:
      return `${when.key} in ${JSON.stringify(when.value)}`
  }
}

/** Prints a nested condition, in parentheses if it has an operator. */
function printPart(when: When): string {
  const text = printWhen(when)
  return text.includes(' ') ? `(${text})` : text
}

function printAll(parts: readonly When[], separator: string): string {
  return parts
    .map((part) => (part.op === 'and' || part.op === 'or' ? printPart(part) : printWhen(part)))
    .join(separator)
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
