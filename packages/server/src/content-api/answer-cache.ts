/** An answer as it left the server. */
export interface KeptAnswer {
  /** The bucket's version that it was read under. */
  readonly version: number
  /** The `Content-Encoding` that the bytes are in, if any. */
  readonly encoding: string | undefined
  readonly bytes: Buffer
  /** The same where it is short and plain: head and body then leave in one piece, which costs half. */
  readonly text?: string | undefined
}

/** Whole answers by what was asked, the ones used last. */
export interface AnswerCache {
  /** The answer that was kept under exactly this version; another one is as good as none. */
  find(asked: string, version: number): KeptAnswer | undefined
  keep(asked: string, answer: KeptAnswer): void
  /** Bytes held, keys included. */
  size(): number
}

const MEGABYTE = 1_048_576
/** What an entry costs beside its texts, roughly. */
const ENTRY = 300

/**
 * @param most bytes held at most; the answer that was not used for the longest time goes first
 * @param largest bytes of one answer; larger ones would push out too many others
 */
export function createAnswerCache(most = 64 * MEGABYTE, largest = most / 8): AnswerCache {
  const answers = new Map<string, KeptAnswer>()
  let held = 0

  const costOf = (asked: string, { bytes, text = '' }: KeptAnswer) =>
    bytes.length + 2 * (asked.length + text.length) + ENTRY

  function drop(asked: string): void {
    const answer = answers.get(asked)
    if (!answer) return
    held -= costOf(asked, answer)
    answers.delete(asked)
  }

  return {
    find(asked, version) {
      const answer = answers.get(asked)
      if (answer?.version !== version) return undefined
      // Re-inserting keeps the map in order of use, so that the oldest is dropped.
      answers.delete(asked)
      answers.set(asked, answer)
      return answer
    },

    keep(asked, answer) {
      const cost = costOf(asked, answer)
      if (cost > largest) return
      const known = answers.get(asked)
      // A slow reader must not replace what a later one read under a newer version.
      if (known && known.version > answer.version) return
      drop(asked)
      answers.set(asked, answer)
      held += cost
      for (const oldest of answers.keys()) {
        if (held <= most) break
        drop(oldest)
      }
    },

    size: () => held,
  }
}
