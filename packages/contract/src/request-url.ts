import type { Endpoint } from './endpoint.ts'

/** The inputs of a call; an endpoint declares which of them it takes. */
export interface CallInput {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

const bases = { dashboard: '/v3/admin', content: '/v3/buckets/:slug', origin: '' } as const

/**
 * Returns the address of a call.
 * @param baseUrl origin of the server, or '' for the page's own
 * @throws when a parameter of the path is missing
 */
export function urlOf(
  baseUrl: string,
  { id, base = 'dashboard', path }: Endpoint,
  { params = {}, query = {} }: CallInput,
): string {
  const filled = `${bases[base]}${path}`.replaceAll(/:(\w+)/g, (_all, name: string) => {
    const value = params[name]
    if (value === undefined) throw new Error(`The call ${id} needs the parameter “${name}”`)
    return encodeURIComponent(textOf(value))
  })
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined) search.set(key, textOf(value))
  }
  const queryString = search.toString()
  return `${baseUrl}${filled}${queryString && `?${queryString}`}`
}

/** Returns text unchanged, and anything else as JSON. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
