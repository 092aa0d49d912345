import { within } from './within.ts'

/** A declaration with a lazily loaded module: a page, a panel, a command, a source of rows. */
export interface Declared<Module> {
  readonly id?: string
  load(): Promise<Module>
}

/** By the function that loads them, which stays the same when a declaration is copied. */
const modules = new WeakMap<() => unknown, Promise<unknown>>()
const failed = new Set<() => unknown>()

/**
 * The module that a declaration loads, fetched once; for `use` while rendering. The one rule for what did not arrive: the
 * same failure is answered until someone asks again, by a visit, a press or Retry. Rendering would else ask for it
 * again and again.
 * @param what names it in a message: `The page media.list`
 */
export function moduleOf<Module>(declared: Declared<Module>, what: string): Promise<Module> {
  // Only compared, never called.
  const { load } = declared as { load: () => unknown }
  // The declaration describes the module that its function loads.
  const promise = modules.get(load) as Promise<Module> | undefined
  if (promise) return promise
  const loading = within(() => declared.load(), what)
  modules.set(load, loading)
  loading.then(
    // In the words that `use` looks for: what is there is shown without even one frame of waiting.
    (value) => Object.assign(loading, { status: 'fulfilled', value }),
    () => failed.add(load),
  )
  return loading
}

/** The same where it is wanted now: by a visit, a search, a run. What failed before is fetched again. */
export function fetchModule<Module>(declared: Declared<Module>, what: string): Promise<Module> {
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
export function preload(...declared: readonly Declared<unknown>[]): void {
  for (const one of declared) fetchModule(one, one.id ?? 'A part').catch(() => undefined)
}
