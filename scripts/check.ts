import { runStep } from './run-step.ts'

/**
 * The checks before every commit, within a minute: format, lint, types, the rules of the architecture, and the unit
 * tests that a change since the last commit reaches.
 */
const results = [
  ...(await Promise.all([
    runStep('format', 'oxfmt', ['--check', '.']),
    runStep('types', 'tsc', ['--noEmit']),
    runStep('lint', 'oxlint', ['--deny-warnings']),
  ])),
  await runStep('architecture', 'vitest', ['run', 'tests/architecture', 'tests/palette']),
  await runStep('unit tests that a change reaches', 'vitest', [
    'run',
    '--changed',
    '--passWithNoTests',
    '--project=unit',
  ]),
]
process.exitCode = results.every(Boolean) ? 0 : 1
