import type { ListQuery } from '@typecase/plugin-sdk/list-query'

/** The query in an address. An unreadable query is kept as written. */
export interface UrlQuery {
  readonly query: ListQuery
  readonly unreadable?: string
}

/** Reads `{"type":"posts"}`, the short form `{type:posts}` of hand-written links, or the parsed object. */
export function readUrlQuery(value: string | object | undefined): UrlQuery {
  if (value === undefined || value === '') return { query: {} }
  if (typeof value === 'object') {
    return Array.isArray(value)
      ? { query: {}, unreadable: JSON.stringify(value) }
      : { query: value as ListQuery }
  }
  const query = parse(value) ?? parse(quoteWords(value))
  return query ? { query } : { query: {}, unreadable: value }
}

function parse(text: string): ListQuery | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as ListQuery)
      : undefined
  } catch {
    return undefined
  }
}

/** Quotes bare keys and bare words. */
function quoteWords(text: string): string {
  return text
    .replaceAll(/([{,]\s*)([\p{L}_$][\p{L}\p{N}_.$-]*)(\s*:)/gu, '$1"$2"$3')
    .replaceAll(
      /(:\s*)(?!(?:true|false|null)\s*[,}])([\p{L}_][\p{L}\p{N}_-]*)(\s*[,}])/gu,
      '$1"$2"$3',
    )
}
