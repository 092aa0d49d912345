/**
 * Ends the process after flushing its output. When Node exits by itself, signal handlers are gone in the last moments:
 * a late Ctrl+C would change the exit code of a finished run.
 */
export async function end(code: number): Promise<never> {
  for (const stream of [process.stdout, process.stderr])
    await new Promise<unknown>((resolve) => stream.write('', resolve))
  process.exit(code)
}
