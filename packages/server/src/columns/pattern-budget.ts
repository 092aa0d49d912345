import type { Regex } from '@typecase/content-query/ast'
import { printPath } from '@typecase/content-query/fields'
import { QueryError } from '@typecase/content-query/query-error'
import { compileRegex } from '@typecase/content-query/regex'

import { nextSlice, sliceIsOver } from './sorting.ts'

/** Steps that all patterns of one request may take together: about three seconds on one core. */
const STEPS = 300_000_000

/** The remaining steps for the patterns of one request. Tests yield to other requests. */
export class PatternBudget {
  readonly #signal: AbortSignal | undefined
  #left: number

  /** @param signal aborts a test before its next step */
  constructor(signal?: AbortSignal, steps = STEPS) {
    this.#signal = signal
    this.#left = steps
  }

  /**
   * Whether a text matches; returns a promise if the test does not finish within the current slice.
   * @throws QueryError `too_expensive` naming the condition, when the budget is used up
   */
  test(leaf: Regex, text: string): boolean | Promise<boolean> {
    const parts = compileRegex(leaf.pattern, leaf.flags).testInParts(text)
    while (!sliceIsOver()) {
      const part = parts.next()
      if (part.done) return part.value
      this.spend(leaf, part.value)
    }
    return this.#testOn(leaf, parts)
  }

  async #testOn(leaf: Regex, parts: Generator<number, boolean>): Promise<boolean> {
    for (;;) {
      while (sliceIsOver()) await this.pause()
      const part = parts.next()
      if (part.done) return part.value
      this.spend(leaf, part.value)
    }
  }

  /** Yields to other work. @throws the signal's reason */
  async pause(): Promise<void> {
    await nextSlice()
    this.#signal?.throwIfAborted()
  }

  /** @throws QueryError `too_expensive` */
  spend({ path }: Regex, steps: number): void {
    this.#left -= steps
    if (this.#left >= 0) return
    throw new QueryError(
      'too_expensive',
      `${printPath(path)}.$regex`,
      'takes too long to search: look for a plain text, or use fewer patterns',
    )
  }
}
