const TOKEN =
  // oxlint-disable-next-line no-control-regex -- JSON forbids them within a string
  /[{}[\],:]|"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y
const SPACE = /[ \t\n\r]*/y

/**
 * What may come next: a value; a list item or `]`; the first key or `}`; a further key; a colon; or a comma or the
 * closing bracket.
 */
type Token = 'value' | 'item' | 'first key' | 'key' | ':' | ','

/**
 * Returns the line and column at which a text stops being JSON, or undefined for valid JSON. Not all browsers report
 * the position in their errors.
 */
export function jsonErrorAt(text: string): { line: number; column: number } | undefined {
  const open: ('{' | '[')[] = []
  let target: Token = 'value'
  let at = 0
  for (;;) {
    at = skip(SPACE, text, at)
    const end = skip(TOKEN, text, at)
    const token = text.slice(at, end)
    const next = after(token, target, open)
    if (next === undefined) {
      const isWhole = at === text.length && open.length === 0 && target === ','
      return isWhole ? undefined : positionOf(text, at)
    }
    target = next
    at = end
  }
}

/**
 * Updates the stack of open brackets.
 * @returns what may come next, or undefined if the token is not allowed here
 */
function after(token: string, target: Token, open: ('{' | '[')[]): Token | undefined {
  const inside = open.at(-1)
  if (token === '') return undefined
  if (token === '}' || token === ']') {
    const isEnd = target === ',' || target === (token === '}' ? 'first key' : 'item')
    if (!isEnd || inside !== (token === '}' ? '{' : '[')) return undefined
    open.pop()
    return ','
  }
  if (token === ':') return target === ':' ? 'value' : undefined
  if (token === ',') {
    if (target !== ',' || !inside) return undefined
    return inside === '{' ? 'key' : 'value'
  }
  if (target === 'key' || target === 'first key') return token.startsWith('"') ? ':' : undefined
  if (target !== 'value' && target !== 'item') return undefined
  if (token !== '{' && token !== '[') return ','
  open.push(token)
  return token === '{' ? 'first key' : 'item'
}

function skip(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from
  return pattern.test(text) ? pattern.lastIndex : from
}

function positionOf(text: string, at: number): { line: number; column: number } {
  const before = text.slice(0, at).split('\n')
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 }
}
