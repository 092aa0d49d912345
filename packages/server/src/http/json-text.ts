/** JSON that is ready to be sent: an answer that would otherwise be parsed and written again. */
export class JsonText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  /** For embedding into other JSON, or into lines. */
  toJSON(): unknown {
    return JSON.parse(this.text)
  }
}

/** Writes an answer as JSON. */
export const writeJson = (answer: unknown, isPretty = false): string =>
  answer instanceof JsonText && !isPretty
    ? answer.text
    : JSON.stringify(answer, null, isPretty ? 2 : undefined)
