import type { Json } from '@typecase/plugin-sdk/json'

/** Creates an in-memory storage for tests. */
export function memoryStorage(initial: Record<string, Json> = {}) {
  const values = new Map<string, Json>(Object.entries(initial))
  return {
    get: (key: string): Json | undefined => values.get(key),
    set: (key: string, value: Json): void => void values.set(key, value),
    subscribe: () => () => {},
  }
}
