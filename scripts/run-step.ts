import { spawn } from 'node:child_process'

/** Runs a command of the project and shows its output. @returns whether it succeeded */
export function runStep(title: string, command: string, args: readonly string[]): Promise<boolean> {
  process.stdout.write(`\n> ${title}\n`)
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: 'inherit' })
    child.once('error', () => resolve(false))
    child.once('exit', (code) => resolve(code === 0))
  })
}
