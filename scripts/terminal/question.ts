import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'

import { DeclinedByUser } from './problem.ts'

/** Whether a user can answer questions. */
export const canAsk = (): boolean => process.stdin.isTTY && process.stderr.isTTY

/**
 * Asks a question and waits for a line. The question goes to standard error, since a program may read the output.
 * @throws Declined on Ctrl+C and at the end of the input
 */
export function ask(question: string, { isSecret = false } = {}): Promise<string> {
  process.stderr.write(question)
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({
    input: process.stdin,
    output: isSecret ? silent : process.stderr,
    terminal: true,
  })
  return new Promise((resolve, reject) => {
    const stop = () => {
      reject(new DeclinedByUser('Stopped.'))
      lines.close()
    }
    lines.once('SIGINT', stop)
    lines.once('close', stop)
    lines.once('line', (line) => {
      resolve(line)
      lines.close()
      if (isSecret) process.stderr.write('\n')
    })
  })
}
