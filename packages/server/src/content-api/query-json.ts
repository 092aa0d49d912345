import { invalid } from '../http/failure.ts'

/**
 * Reads the `query` parameter of a list.
 * @throws Failure `invalid` when it is not a JSON object
 */
export function readQueryJson(text: string | undefined): Record<string, unknown> {
  if (text === undefined || text === '') return {}
  try {
    const json: unknown = JSON.parse(text)
    if (typeof json === 'object' && json !== null && !Array.isArray(json)) {
      return json as Record<string, unknown>
    }
  } catch {
    // Falls through to the same words: what is not JSON is not a JSON object.
  }
  throw invalid('query', 'query must be a JSON object', 'json')
}
