import { within } from './within.ts'

/** What declares a module of its own: a page, a panel, a source of rows. */
interface Declared<Module> {
  load(): Promise<Module>
}

/** By the function that loads them, which stays the same when a declaration is copied. */
const modules = new WeakMap<() => unknown, Promise<unknown>>()
const failed = new WeakSet<Promise<unknown>>()

/**
 * The module that a declaration loads, fetched once; for `use` while rendering. Where it did not arrive the same failure
 * is answered until it is fetched anew: rendering would else ask for it again and again.
 * @param what names it in a message: `The page media.list`
 */
export function moduleOf<Module>(declared: Declared<Module>, what: string): Promise<Module> {
  // Only compared, never called.
  const { load } = declared as { load: () => unknown }
  // What a function loads is what its declaration says.
  const known = modules.get(load) as Promise<Module> | undefined
  if (known) return known
  const loading = within(() => declared.load(), what)
  modules.set(load, loading)
  loading.then(
    // In the words that `use` looks for: what is there is shown without even one frame of waiting.
    (value) => Object.assign(loading, { status: 'fulfilled', value }),
    () => failed.add(loading),
  )
  return loading
}

/** The same where it is wanted now: by a visit, a search, or Retry. What failed before is fetched again. */
export function fetchModule<Module>(declared: Declared<Module>, what: string): Promise<Module> {
  const { load } = declared as { load: () => unknown }
  const known = modules.get(load)
  if (known && failed.has(known)) modules.delete(load)
  return moduleOf(declared, what)
}

/** Fetches a module before it is needed. A failure is reported when the module is used. */
export function preloadModule(declared: Declared<unknown>, what: string): void {
  fetchModule(declared, what).catch(() => undefined)
}
