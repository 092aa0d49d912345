import { fetchModule } from '@typecase/plugin-sdk/module'

import type * as Arktype from './arktype.ts'

/*
 * Replaces arktype in the browser (vite.config.ts puts it there), so that its 47 kB are not part of the first load.
 * Schemas are thunks everywhere, so it is only needed for a check: the query string of a page, the arguments of a
 * command. These wait for `loadArktype`. Tests and the server have arktype itself.
 */

let loaded: typeof Arktype | undefined
const declared = {
  id: 'The code that checks input',
  load: async () => (loaded = await import('./arktype.ts')),
}

/** Fetches arktype, again where it did not arrive. Quick when it is there already. */
export const loadArktype = (): Promise<unknown> => fetchModule(declared, declared.id)

/** Whether arktype has arrived: until then, checks are incomplete. */
export const isArktypeHere = (): boolean => loaded !== undefined

/** A schema was built before arktype was there: something forgot to wait for it. */
export class SchemasMissing extends Error {
  override readonly name = 'SchemasMissing'
  override readonly message = 'Schemas cannot be built yet: wait for loadArktype() first'
}

function need(): typeof Arktype {
  if (!loaded) throw new SchemasMissing()
  return loaded
}

// Only a function can be called through a proxy; `apply` and `get` answer in its place.
export const type = new Proxy((() => undefined) as unknown as typeof Arktype.type, {
  apply: (_target, self, args) => Reflect.apply(need().type, self, args) as unknown,
  get: (_target, key) => Reflect.get(need().type, key) as unknown,
})

// Without arktype nothing can be one of its errors.
export const ArkErrors = {
  [Symbol.hasInstance]: (value: unknown) =>
    loaded !== undefined && value instanceof loaded.ArkErrors,
}
