/** A response that is JSON text already, so it need not be parsed and serialised again. */
export class JsonText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  /** Parses the text, for embedding into other JSON or into lines. */
  toJSON(): unknown {
    return JSON.parse(this.text)
  }
}

/** Serialises a response as JSON. */
export const writeJson = (answer: unknown, isPretty = false): string =>
  answer instanceof JsonText && !isPretty
    ? answer.text
    : JSON.stringify(answer, null, isPretty ? 2 : undefined)
