import type * as Arktype from './arktype.ts'

/*
 * Stands in for arktype in the browser (vite.config.ts puts it there), so that its 47 kB are not part
 * of the first load. Schemas are thunks everywhere, hence nothing needs it before something is checked:
 * the search of a page, the arguments of a command, a form. All of those wait for `loadArktype`, or
 * suspend. Tests and the server have arktype itself.
 */

let loaded: typeof Arktype | undefined
let loading: Promise<typeof Arktype> | undefined

/** Fetches arktype. Quick when it is there already. */
export function loadArktype(): Promise<unknown> {
  loading ??= load()
  return loading
}

/** Whether schemas can be built right now. */
export function hasArktype(): boolean {
  return loaded !== undefined
}

async function load(): Promise<typeof Arktype> {
  try {
    loaded = await import('./arktype.ts')
    return loaded
  } catch (error) {
    // Whoever asks next tries again.
    loading = undefined
    throw error
  }
}

function need(): typeof Arktype {
  if (loaded) return loaded
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
