/** An answer before it is judged, whichever way it came. */
export interface RawAnswer {
  readonly status: number
  readonly body: unknown
  readonly requestId?: string | null
}

/** JSON where it is JSON; a proxy's page of words otherwise. */
export function parse(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
