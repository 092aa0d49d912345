#!/usr/bin/env node
import { enableCompileCache } from 'node:module'

enableCompileCache()

/** Programs that `typecase` runs by its first argument, instead of the terminal client. */
const programs: Record<string, () => Promise<unknown>> = {
  start: () => import('./start.ts'),
  import: () => import('../import.ts'),
  account: () => import('../account.ts'),
  'secret-key': () => import('../secret-key.ts'),
}

const program = programs[process.argv[2] ?? '']
if (program) {
  // Each program parses its own arguments.
  process.argv.splice(2, 1)
  await program()
} else await import('../typecase.ts')
