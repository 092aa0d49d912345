import type { Json } from '@typecase/plugin-sdk/json'

/** A storage for tests that lives as long as the test. */
export function memoryStorage(initial: Record<string, Json> = {}) {
  const kept = new Map<string, Json>(Object.entries(initial))
  return {
    get: (key: string): Json | undefined => kept.get(key),
    set: (key: string, value: Json): void => void kept.set(key, value),
    subscribe: () => () => {},
  }
}
