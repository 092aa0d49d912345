import { within } from '@typecase/plugin-sdk/within'

import type * as Arktype from './arktype.ts'

/*
 * Stands in for arktype in the browser (vite.config.ts puts it there), so that its 47 kB are not part
 * of the first load. Schemas are thunks everywhere, hence nothing needs it before something is checked:
 * the search of a page, the arguments of a command, a form. All of those wait for `loadArktype`, or
 * suspend. Tests and the server have arktype itself.
 */

let loaded: typeof Arktype | undefined
let loading: Promise<typeof Arktype> | undefined
/** Why it did not arrive; until it is asked for again. */
let failure: { readonly error: unknown } | undefined

/** Fetches arktype, again where it did not arrive. Quick when it is there already. */
export function loadArktype(): Promise<unknown> {
  failure = undefined
  loading ??= load()
  return loading
}

/** Before what failed for want of arktype is rendered again. */
export function retryArktype(): void {
  if (failure) loadArktype().catch(() => undefined)
}

/** Whether schemas can be built right now. */
export function hasArktype(): boolean {
  return loaded !== undefined
}

async function load(): Promise<typeof Arktype> {
  try {
    loaded = await within(() => import('./arktype.ts'), 'The code that checks input')
    return loaded
  } catch (error) {
    loading = undefined
    failure = { error }
    throw error
  }
}

function need(): typeof Arktype {
  if (loaded) return loaded
  // Rendering would wait for it again and again.
  if (failure) throw failure.error
  // While rendering this is React's way to wait; elsewhere it was forgotten to wait before.
  throw loadArktype()
}

export const type = new Proxy((() => undefined) as unknown as typeof Arktype.type, {
  apply: (_target, self, args) => Reflect.apply(need().type, self, args) as unknown,
  get: (_target, key) => Reflect.get(need().type, key) as unknown,
})

// Without arktype nothing can be one of its errors.
export const ArkErrors = {
  [Symbol.hasInstance]: (value: unknown) =>
    loaded !== undefined && value instanceof loaded.ArkErrors,
}
