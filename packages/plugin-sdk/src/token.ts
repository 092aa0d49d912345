/**
 * Names a service and carries its type. A plugin that offers the service and one that uses it share
 * only the token, so neither imports the other.
 */
export interface Token<T> {
  readonly id: string
  /** Raised when the service's type changes incompatibly; both majors may be provided side by side. */
  readonly major: number
  /** Type only: never set. */
  readonly '~service'?: T
}

/** A token of any service. */
export type AnyToken = Token<unknown>

/** Looks services up. Handed to every `run`, `activate`, `search` and `prefetch`. */
export interface Services {
  /**
   * Returns a service that is ready; the services of the core always are.
   * @throws when no plugin provides it, or its lazily loaded provider has not been loaded
   */
  get<T>(token: Token<T>): T
  /** Loads the service's provider if needed. Rejects if no plugin provides it, or loading fails. */
  load<T>(token: Token<T>): Promise<T>
  /** Whether a plugin provides it: for optional (`wants`) services. */
  has(token: AnyToken): boolean
  /** Whether `get` returns the service. Starts a provider that has not been used yet. */
  isReady(token: AnyToken): boolean
}

/** A token with the function that loads its service; made by `provide`. */
export interface Provision {
  readonly token: AnyToken
  load(services: Services): unknown
}

/**
 * Creates a token.
 * @example export const MediaPicker = token<MediaPicker>('media.picker', 1)
 */
export function token<T>(id: string, major: number): Token<T> {
  return { id, major }
}

/**
 * Offers a service. `load` runs once, on first use; return a promise to import the code lazily.
 * @example provides: [provide(MediaPicker, () => import('./picker.ts').then((m) => m.picker))]
 */
export function provide<T>(
  token: Token<T>,
  load: (services: Services) => NoInfer<T> | Promise<NoInfer<T>>,
): Provision {
  return { token, load }
}

/** Returns `id@major`, as messages name a token. */
export function tokenName(token: AnyToken): string {
  return `${token.id}@${token.major}`
}
