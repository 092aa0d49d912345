import { runStep } from './run-step.ts'

/**
 * The checks before every commit, which take less than a minute: format, lint, types, the architecture rules, and the
 * unit tests affected by changes since the last commit.
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
