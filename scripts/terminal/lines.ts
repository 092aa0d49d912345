/** Prints progress: a terminal overwrites the previous line; elsewhere, each distinct line is printed once. */
export function createLines(stream: NodeJS.WriteStream) {
  let said = ''
  return {
    isTerminal: stream.isTTY,
    say(line: string): void {
      if (stream.isTTY) stream.write(`\r\u001B[K${line}`)
      else if (line !== said) stream.write(`${line}\n`)
      said = line
    },
    /** Clears the progress line. */
    end(): void {
      if (stream.isTTY && said !== '') stream.write('\r\u001B[K')
      said = ''
    },
  }
}
export type Lines = ReturnType<typeof createLines>
