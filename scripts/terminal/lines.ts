/** Prints progress: a terminal overwrites the previous line; elsewhere, each distinct line is printed once. */
export function createLines(stream: NodeJS.WriteStream) {
  let lastLine = ''
  return {
    isTerminal: stream.isTTY,
    say(line: string): void {
      if (stream.isTTY) stream.write(`\r\u001B[K${line}`)
      else if (line !== lastLine) stream.write(`${line}\n`)
      lastLine = line
    },
    /** Clears the progress line. */
    end(): void {
      if (stream.isTTY && lastLine !== '') stream.write('\r\u001B[K')
      lastLine = ''
    },
  }
}
export type Lines = ReturnType<typeof createLines>
