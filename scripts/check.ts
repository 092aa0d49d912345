import { runStep } from './run-step.ts'

/** What must hold before every commit, in under a minute: format, lint, types, unit and architecture tests. */
const steps = [
  ['format', 'oxfmt', ['--check', '.']],
  ['lint', 'oxlint', ['--deny-warnings']],
  ['types', 'tsc', ['--noEmit']],
  ['unit and architecture', 'vitest', ['run', '--project', 'unit']],
] as const

const results: boolean[] = []
for (const [title, command, args] of steps) results.push(await runStep(title, command, args))
process.exitCode = results.every(Boolean) ? 0 : 1
