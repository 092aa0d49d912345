/**
 * Ends the process with what it has written. A process that Node ends by itself has no handlers of signals in its last
 * moments: a Ctrl+C that comes late would change the exit code of a run that is over.
 */
export async function end(code: number): Promise<never> {
  for (const stream of [process.stdout, process.stderr])
    await new Promise<unknown>((resolve) => stream.write('', resolve))
  process.exit(code)
}
