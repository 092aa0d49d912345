/** Keeps values up to a weight, or as many where all weigh the same; the one used longest ago goes first. */
export class RecentlyUsed<T> {
  /** A map keeps the order of insertion, so the first key is the one used longest ago. */
  readonly #entries = new Map<string, { value: T; weight: number }>()
  readonly #most: number
  readonly #onDrop: (value: T) => void
  /**
   * Goes on where the last one that went was: from the beginning, it would pass the places of all that went since the map
   * was last laid out.
   */
  #oldest = this.#entries.keys()
  #weight = 0

  /** @param onDrop gets each value that had to go */
  constructor(most: number, onDrop: (value: T) => void = () => {}) {
    this.#most = most
    this.#onDrop = onDrop
  }

  get weight(): number {
    return this.#weight
  }

  get(key: string): T | undefined {
    const entry = this.#entries.get(key)
    if (!entry) return undefined
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    return entry.value
  }

  set(key: string, value: T, weight = 1): void {
    this.delete(key)
    this.#entries.set(key, { value, weight })
    this.#weight += weight
    while (this.#weight > this.#most) this.#deleteOldest()
  }

  delete(key: string): void {
    this.#weight -= this.#entries.get(key)?.weight ?? 0
    this.#entries.delete(key)
  }

  clear(): void {
    this.#entries.clear()
    this.#weight = 0
  }

  #deleteOldest(): void {
    let next = this.#oldest.next()
    // It came to the end once, before others were added.
    if (next.done) {
      this.#oldest = this.#entries.keys()
      next = this.#oldest.next()
    }
    if (next.done) return
    const entry = this.#entries.get(next.value)
    this.delete(next.value)
    if (entry) this.#onDrop(entry.value)
  }
}
