/** Progress lines: a terminal overwrites the previous line, elsewhere each line appears once. */
export function createLines(stream: NodeJS.WriteStream) {
  let said = ''
  return {
    isTerminal: stream.isTTY,
    say(line: string): void {
      if (stream.isTTY) stream.write(`\r\u001B[K${line}`)
      else if (line !== said) stream.write(`${line}\n`)
      said = line
    },
    /** Ends the line that was written over. */
    end(): void {
      if (stream.isTTY && said !== '') stream.write('\r\u001B[K')
      said = ''
    },
  }
}
export type Lines = ReturnType<typeof createLines>
