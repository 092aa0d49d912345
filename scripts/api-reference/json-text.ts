const WIDTH = 96
const MAX_ITEMS = 3
const MAX_LINES = 60

/** Formats JSON for a page: on one line if it fits; long lists and long responses are cut. */
export function jsonText(value: unknown): string {
  const lines = print(value, '').split('\n')
  return lines.length <= MAX_LINES
    ? lines.join('\n')
    : [...lines.slice(0, MAX_LINES), '// …'].join('\n')
}

function print(value: unknown, indent: string): string {
  const inline = printInline(value)
  const isLong = Array.isArray(value) && value.length > MAX_ITEMS && value.some(isObject)
  if ((indent.length + inline.length <= WIDTH && !isLong) || !isObject(value)) return inline
  const inner = `${indent}  `
  if (!Array.isArray(value)) {
    const fields = Object.entries(value).map(
      ([key, field]) => `${inner}${JSON.stringify(key)}: ${print(field, inner)}`,
    )
    return `{\n${fields.join(',\n')}\n${indent}}`
  }
  const items = value.slice(0, MAX_ITEMS).map((item) => inner + print(item, inner))
  const rest = value.length - items.length
  return `[\n${items.join(',\n')}${rest > 0 ? `\n${inner}// … ${rest} more` : ''}\n${indent}]`
}

function printInline(value: unknown): string {
  if (!isObject(value)) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(printInline).join(', ')}]`
  const fields = Object.entries(value).map(
    ([key, field]) => `${JSON.stringify(key)}: ${printInline(field)}`,
  )
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
