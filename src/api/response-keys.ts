import type { Endpoint } from '@typecase/contract/endpoint'

/** Keys by which an answer is known: it has all of the first, and one of the second where there are some. */
export interface ResponseKeys {
  readonly all: readonly string[]
  readonly any: readonly string[]
}

/** The part of an arktype `Type` that tells what an object is made of. */
interface ObjectSchema {
  readonly props: readonly { readonly kind: string; readonly key: string }[]
}

/** In the browser an endpoint has its answer's keys in place of the schema (scripts/browser-endpoints.ts). */
type BuiltEndpoint = Endpoint & { readonly answer?: ResponseKeys }

/** The keys that the contract requires of an endpoint's answer. */
export function responseKeys({ answer, response, file, mayBeEmpty }: BuiltEndpoint): ResponseKeys {
  if (answer) return answer
  if (file) return { all: [], any: [] }
  // All answers but files are objects.
  const { props } = response() as unknown as ObjectSchema
  const all = props.filter(({ kind }) => kind === 'required').map(({ key }) => key)
  return { all, any: all.length > 0 || mayBeEmpty ? [] : props.map(({ key }) => key) }
}
