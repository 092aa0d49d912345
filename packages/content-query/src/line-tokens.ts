/** A piece of a query line with its position; `end` is exclusive. */
export interface Token {
  kind: 'word' | 'quoted' | 'open' | 'close' | 'comma' | 'json' | 'invalid'
  /** The word, or the text between the quotes with its escapes resolved. */
  text: string
  start: number
  end: number
  /** Why the token is invalid. */
  problem?: string
}

const marks: Readonly<Record<string, Token['kind']>> = { '(': 'open', ')': 'close', ',': 'comma' }
const space = /\s/
const wordEnd = /[\s(),"]/

/** Splits a query line into tokens, which cover every character except spaces. Never throws. */
export function tokenize(line: string): Token[] {
  const tokens: Token[] = []
  let at = 0
  while (at < line.length) {
    const char = line.charAt(at)
    if (space.test(char)) {
      at++
      continue
    }
    const token = tokenAt(line, at, char)
    tokens.push(token)
    at = token.end
  }
  return tokens
}

function tokenAt(line: string, start: number, char: string): Token {
  const mark = Object.hasOwn(marks, char) ? marks[char] : undefined
  if (mark) return { kind: mark, text: char, start, end: start + 1 }
  if (char === '"') return quotedToken(line, start)
  if (char === '{') return json(line, start)
  let end = start
  while (end < line.length && !wordEnd.test(line.charAt(end))) end++
  return { kind: 'word', text: line.slice(start, end), start, end }
}

function quotedToken(line: string, start: number): Token {
  const close = closingQuote(line, start)
  const end = close ?? line.length
  const raw = line.slice(start, end)
  // People type tabs and line breaks into quotes, but JSON needs them escaped.
  const text = parseJson(raw.replaceAll(/\p{Cc}/gu, (char) => JSON.stringify(char).slice(1, -1)))
  if (typeof text === 'string') return { kind: 'quoted', text, start, end }
  const problem =
    close === undefined
      ? 'The closing " is missing'
      : String.raw`After \ comes one of " \ n t, or u and four hexadecimal digits`
  return { kind: 'invalid', text: raw.slice(1), start, end, problem }
}

/** Returns the position after the quote that closes the text that begins at `start`. */
function closingQuote(line: string, start: number): number | undefined {
  for (let at = start + 1; at < line.length; at++) {
    if (line[at] === '\\') at++
    else if (line[at] === '"') return at + 1
  }
  return undefined
}

/** Reads a part of a query as JSON, `{"$or":[…]}`, if the line has no words for it. */
function json(line: string, start: number): Token {
  let depth = 0
  let at = start
  for (; at < line.length; at++) {
    const char = line[at]
    if (char === '"') at = (closingQuote(line, at) ?? line.length) - 1
    else if (char === '{') depth++
    else if (char === '}' && --depth === 0) break
  }
  const end = Math.min(at + 1, line.length)
  const text = line.slice(start, end)
  if (parseJson(text) !== undefined) return { kind: 'json', text, start, end }
  return { kind: 'invalid', text, start, end, problem: 'This is not valid JSON' }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
