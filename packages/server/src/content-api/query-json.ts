import { invalid } from '../http/failure.ts'

/**
 * Reads the `query` parameter of a list.
 * @throws Failure `invalid` when it is not a JSON object, with the position of the syntax error
 */
export function readQueryJson(text: string | undefined): Record<string, unknown> {
  if (text === undefined || text === '') return {}
  const json = parse(text)
  if (typeof json === 'object' && json !== null && !Array.isArray(json)) {
    return json as Record<string, unknown>
  }
  throw invalid('query', 'query must be a JSON object', 'json')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw invalid('query', `query must be a JSON object: ${positionOf(String(error))}`, 'json')
  }
}

/**
 * Describes the position of a JSON syntax error. The engine's message is not used: it would quote the text, which may
 * be long.
 */
function positionOf(words: string): string {
  const position = /at position (\d+)/.exec(words)?.[1]
  if (position !== undefined) return `it is not JSON from character ${Number(position) + 1} on`
  const token = /^SyntaxError: Unexpected token '(.)'/su.exec(words)?.[1]
  return token === undefined ? 'it ends too early' : `“${token}” is unexpected`
}
