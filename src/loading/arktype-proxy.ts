import { fetchModule, moduleOf } from '@typecase/plugin-sdk/module'

import type * as Arktype from './arktype.ts'

/*
 * Stands in for arktype in the browser (vite.config.ts puts it there), so that its 47 kB are not part
 * of the first load. Schemas are thunks everywhere, hence nothing needs it before something is checked:
 * the search of a page, the arguments of a command, a form. All of those wait for `loadArktype`, and pages
 * of a signed-in user for `arktypeSettled`. Tests and the server have arktype itself.
 */

let loaded: typeof Arktype | undefined
const declared = {
  id: 'The code that checks input',
  load: async () => (loaded = await import('./arktype.ts')),
}

/** Fetches arktype, again where it did not arrive. Quick when it is there already. */
export const loadArktype = (): Promise<unknown> => fetchModule(declared, declared.id)

/** By the attempt that they wait for. */
const settled = new WeakMap<Promise<unknown>, Promise<void>>()

/**
 * For `use` while rendering: resolves when arktype is there, or did not arrive, which concerns only what checks something.
 * @returns undefined when it is there already
 */
export function arktypeSettled(): Promise<void> | undefined {
  if (loaded) return undefined
  const loading = moduleOf(declared, declared.id)
  const nothing = () => undefined
  const known = settled.get(loading) ?? loading.then(nothing, nothing)
  settled.set(loading, known)
  return known
}

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
