import { existsSync, mkdirSync, rmSync } from 'node:fs'

import { buildDashboardIfChanged } from './dashboard-build.ts'
import { longRuns, testsWithLength } from './long-runs.ts'
import { runStep } from './run-step.ts'
import { readPlaywright, readVitest, type TestReport } from './test-reports.ts'

/**
 * Runs every test: vitest (unit, server, architecture, clients, faults), then Playwright in a real browser. With `--long`
 * it runs those alone that have a length, for long.
 */
const isLong = process.argv.includes('--long')
const files = isLong ? [...testsWithLength().keys()] : []
const browserFiles = files.filter((file) => file.includes('.e2e.'))
if (isLong)
  for (const [name, value] of Object.entries(longRuns)) process.env[name] ??= String(value)

const FOLDER = 'test-results/summary'
rmSync(FOLDER, { recursive: true, force: true })
mkdirSync(FOLDER, { recursive: true })
process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'] = `${FOLDER}/playwright.json`

const steps: [title: string, isGood: boolean][] = []
const step = async (title: string, command: string, args: string[]) =>
  void steps.push([title, await runStep(title, command, args)])

if (!isLong) await step('types', 'tsc', ['--noEmit'])
// Before the tests: each of them that starts a server would build it, several at a time.
try {
  buildDashboardIfChanged()
} catch {
  steps.push(['dashboard', false])
}
await step('vitest', 'vitest', [
  'run',
  ...files.filter((file) => !browserFiles.includes(file)),
  ...(isLong ? ['--testTimeout=0'] : []),
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${FOLDER}/vitest.json`,
])
const hasBrowserTests = !isLong || browserFiles.length > 0
if (hasBrowserTests)
  await step('playwright', 'playwright', ['test', ...browserFiles, '--reporter=list,json'])

const total: TestReport = { passed: 0, failed: [], skipped: [] }
for (const [name, read] of [
  ['vitest', readVitest],
  ['playwright', readPlaywright],
] as const) {
  if (name === 'playwright' && !hasBrowserTests) continue
  const file = `${FOLDER}/${name}.json`
  const { passed, failed, skipped } = existsSync(file)
    ? read(file)
    : { passed: 0, failed: [{ test: name, reason: 'It wrote no report.' }], skipped: [] }
  total.passed += passed
  total.failed.push(...failed)
  total.skipped.push(...skipped)
}
// A step that broke without a failed test, such as a type error, must still turn the run red.
if (total.failed.length === 0)
  for (const [test, isGood] of steps)
    if (!isGood) total.failed.push({ test, reason: 'It ended with an error; see its output.' })

const { passed, failed, skipped } = total
if (skipped.length > 0) process.stdout.write('\nThis machine cannot run:\n')
for (const test of skipped) process.stdout.write(`  ${test}\n`)
// Told again at the end, where a reader of thousands of lines looks first.
if (failed.length > 0) process.stdout.write('\nFailed:\n')
for (const { test, reason } of failed)
  process.stdout.write(`  ${test}\n    ${reason.replaceAll('\n', '\n    ')}\n`)
process.stdout.write(`\n${passed} passed, ${failed.length} failed\n`)
process.exitCode = failed.length === 0 ? 0 : 1
