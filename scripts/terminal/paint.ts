/** Highlights parts of a text: with colours on a terminal, with brackets elsewhere. */
export interface Paint {
  strong(text: string): string
  deletion(text: string): string
  insertion(text: string): string
}

const sgr = (on: string, off: string) => (text: string) =>
  text === '' ? '' : `\u001B[${on}m${text}\u001B[${off}m`

export const coloured: Paint = {
  strong: sgr('1', '22'),
  deletion: sgr('31;9', '39;29'),
  insertion: sgr('32', '39'),
}

const inBrackets = (text: string) => (text === '' ? '' : `[${text}]`)

export const plain: Paint = { strong: (text) => text, deletion: inBrackets, insertion: inBrackets }

/** Returns colours for terminals that support and allow them (no-color.org). */
export const paintFor = (stream: NodeJS.WriteStream): Paint =>
  stream.isTTY && !process.env['NO_COLOR'] ? coloured : plain
