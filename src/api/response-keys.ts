import type { Endpoint } from '@typecase/contract/endpoint'

/** Keys that identify a response: it has all keys of `all`, and at least one of `any` unless that is empty. */
export interface ResponseKeys {
  readonly all: readonly string[]
  readonly any: readonly string[]
}

/** The part of an arktype `Type` that lists the properties of an object. */
interface ObjectSchema {
  readonly props: readonly { readonly kind: string; readonly key: string }[]
}

/** In the browser, an endpoint has the keys of its response instead of the schema (scripts/browser-endpoints.ts). */
type BuiltEndpoint = Endpoint & { readonly answer?: ResponseKeys }

/** Returns the keys that the contract requires in an endpoint's response. */
export function responseKeys({ answer, response, file, mayBeEmpty }: BuiltEndpoint): ResponseKeys {
  if (answer) return answer
  if (file) return { all: [], any: [] }
  // All responses except files are objects.
  const { props } = response() as unknown as ObjectSchema
  const all = props.filter(({ kind }) => kind === 'required').map(({ key }) => key)
  return { all, any: all.length > 0 || mayBeEmpty ? [] : props.map(({ key }) => key) }
}
