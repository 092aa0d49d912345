import { type Reading, withEdits } from './searched-text.ts'

/**
 * Reads JSON that is stored as text: its string values at any depth, but never the keys. Writing replaces strings;
 * every other character stays the same.
 */
export function readJsonText(source: string): Reading {
  const texts = stringValues(source)
  return {
    texts,
    write(edited) {
      let output = ''
      let at = 0
      for (const value of texts) {
        const edits = edited.get(value)
        if (!edits) continue
        output += source.slice(at, value.at - 1) + JSON.stringify(withEdits(value.text, edits))
        at = value.to
      }
      return output + source.slice(at)
    },
  }
}

interface StringValue {
  text: string
  /** The offset after the opening quote. */
  at: number
  /** The offset after the closing quote. */
  to: number
}

/** Finds the string values in JSON, where the first quote after the end of a string starts the next one. */
function stringValues(source: string): StringValue[] {
  if (!isJson(source)) return []
  const strings: StringValue[] = []
  let open = source.indexOf('"')
  while (open !== -1) {
    const to = afterString(source, open)
    if (!isKey(source, to)) {
      // The whole source is valid JSON, so this part of it is a valid string.
      const text = JSON.parse(source.slice(open, to)) as string
      strings.push({ text, at: open + 1, to })
    }
    open = source.indexOf('"', to)
  }
  return strings
}

function isJson(source: string): boolean {
  try {
    JSON.parse(source)
    return true
  } catch {
    return false
  }
}

function afterString(source: string, open: number): number {
  let at = open + 1
  while (source[at] !== '"') at += source[at] === '\\' ? 2 : 1
  return at + 1
}

const colon = /[ \t\n\r]*:/y

function isKey(source: string, at: number): boolean {
  colon.lastIndex = at
  return colon.test(source)
}
