import { METADATA_KEYS, type Path } from '@typecase/content-query/fields'
import { isJsonObject } from '@typecase/content-query/json-guard'
import type { StoredRecord } from '@typecase/content-query/stored-values'

export const KEYS_PATH: Path = [METADATA_KEYS]

/** A bucket with this many keys is assumed to have every key. */
const MAX_KEYS = 10_000

/**
 * The metadata keys of an index's rows, collected since they were loaded. For any other key, an empty column is correct
 * without reading rows. A key remains after the last row loses it: its column is then loaded needlessly, but is
 * correct.
 */
export class MetadataKeys {
  readonly #keys = new Set<string>()

  /** Approximate memory in bytes. */
  get bytes(): number {
    return this.#keys.size * 100
  }

  note({ metadata }: StoredRecord): void {
    if (!isJsonObject(metadata)) return
    for (const key of Object.keys(metadata)) if (this.#keys.size < MAX_KEYS) this.#keys.add(key)
  }

  /** Whether no row has a value at a path. */
  lacks([field, key]: Path): boolean {
    return (
      field === 'metadata' &&
      key !== undefined &&
      this.#keys.size < MAX_KEYS &&
      !this.#keys.has(key)
    )
  }
}
