import { fetchModule } from '@typecase/plugin-sdk/module'

import type * as Arktype from './arktype.ts'

/*
 * Replaces arktype in the browser (see vite.config.ts), which keeps its 47 kB out of the first load. All schemas are
 * thunks, so arktype is only needed for a check: of the query string of a page, or the arguments of a command. These
 * wait for `loadArktype`. Tests and the server use arktype directly.
 */

let loaded: typeof Arktype | undefined
const declared = {
  id: 'The code that checks input',
  load: async () => (loaded = await import('./arktype.ts')),
}

/** Loads arktype, again after a failure. Returns quickly when it is loaded already. */
export const loadArktype = (): Promise<unknown> => fetchModule(declared, declared.id)

/** Whether arktype is loaded. Until then, checks are incomplete. */
export const isArktypeHere = (): boolean => loaded !== undefined

/** Thrown when a schema is built before arktype is loaded: a caller did not wait for `loadArktype`. */
export class SchemasMissing extends Error {
  override readonly name = 'SchemasMissing'
  override readonly message = 'Schemas cannot be built yet: wait for loadArktype() first'
}

function need(): typeof Arktype {
  if (!loaded) throw new SchemasMissing()
  return loaded
}

// The target is a function because only functions can be called through a proxy; `apply` and `get` answer for it.
export const type = new Proxy((() => undefined) as unknown as typeof Arktype.type, {
  apply: (_target, self, args) => Reflect.apply(need().type, self, args) as unknown,
  get: (_target, key) => Reflect.get(need().type, key) as unknown,
})

// Until arktype is loaded, no value can be one of its errors.
export const ArkErrors = {
  [Symbol.hasInstance]: (value: unknown) =>
    loaded !== undefined && value instanceof loaded.ArkErrors,
}
