/**
 * Ends the process after its output was flushed. When Node.js exits by itself, signal handlers are removed shortly
 * before: a late Ctrl+C would change the exit code of a finished run.
 */
export async function end(code: number): Promise<never> {
  for (const stream of [process.stdout, process.stderr])
    await new Promise<unknown>((resolve) => stream.write('', resolve))
  process.exit(code)
}
