import { within } from './within.ts'

/** A declaration with a lazily loaded module: a page, a panel, a command, a source of rows. */
export interface WithModule<Module> {
  readonly id?: string
  load(): Promise<Module>
}

/** Keyed by the function that loads the module, which stays the same when a declaration is copied. */
const modules = new WeakMap<() => unknown, Promise<unknown>>()
const failed = new Set<() => unknown>()

/**
 * Returns the module that a declaration loads, fetched once; for `use` while rendering. A failed fetch is not repeated
 * until a visit, a press or Retry asks for the module again: otherwise every render would fetch it.
 * @param what names the module in a message: `The page media.list`
 */
export function moduleOf<Module>(declared: WithModule<Module>, what: string): Promise<Module> {
  // Only compared, never called.
  const { load } = declared as { load: () => unknown }
  // The cache is keyed by `load`, whose module the declaration describes.
  const promise = modules.get(load) as Promise<Module> | undefined
  if (promise) return promise
  const loading = within(() => declared.load(), what)
  modules.set(load, loading)
  loading.then(
    // React's `use` reads these properties: a loaded module then renders without suspending for a frame.
    (value) => Object.assign(loading, { status: 'fulfilled', value }),
    () => failed.add(load),
  )
  return loading
}

/** Returns the module like `moduleOf`, for a visit, a search or a run: a module that failed before is fetched again. */
export function fetchModule<Module>(declared: WithModule<Module>, what: string): Promise<Module> {
  const { load } = declared as { load: () => unknown }
  if (failed.delete(load)) modules.delete(load)
  return moduleOf(declared, what)
}

/** Forgets all failures, so that the next render tries again. Used by Retry for every kind of module. */
export function forgetFailures(): void {
  for (const load of failed) modules.delete(load)
  failed.clear()
}

/** Fetches modules before they are needed. A failure is reported when the module is used. */
export function preload(...declared: readonly WithModule<unknown>[]): void {
  for (const one of declared) fetchModule(one, one.id ?? 'A part').catch(() => undefined)
}
