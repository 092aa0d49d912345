import { METADATA_KEYS, type Path } from '@typecase/content-query/fields'
import { isJsonObject } from '@typecase/content-query/json-guard'
import type { StoredRecord } from '@typecase/content-query/stored-values'

export const KEYS_PATH: Path = [METADATA_KEYS]

/** Keys from which on a bucket is taken to hold any key. */
const MAX_KEYS = 10_000

/**
 * The keys that the metadata of an index's rows have had since they were loaded. A column of any other key is empty
 * without reading rows. A key stays when the last row loses it: its column is then read needlessly, but is correct.
 */
export class MetadataKeys {
  readonly #keys = new Set<string>()

  /** Memory in bytes, about. */
  get bytes(): number {
    return this.#keys.size * 100
  }

  note({ metadata }: StoredRecord): void {
    if (!isJsonObject(metadata)) return
    for (const key of Object.keys(metadata)) if (this.#keys.size < MAX_KEYS) this.#keys.add(key)
  }

  /** Whether no row holds anything at a path. */
  lacks([field, key]: Path): boolean {
    return (
      field === 'metadata' &&
      key !== undefined &&
      this.#keys.size < MAX_KEYS &&
      !this.#keys.has(key)
    )
  }
}
