import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'

import { buildDashboardIfChanged } from './dashboard-build.ts'
import { runStep } from './run-step.ts'

/** Runs every test: vitest (unit, server, architecture, clients, faults), then Playwright in a real browser. */
const FOLDER = 'test-results/summary'
rmSync(FOLDER, { recursive: true, force: true })
mkdirSync(FOLDER, { recursive: true })
process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'] = `${FOLDER}/playwright.json`

const steps = [
  await runStep('types', 'tsc', ['--noEmit']),
  await runStep('vitest', 'vitest', [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${FOLDER}/vitest.json`,
  ]),
]
buildDashboardIfChanged()
steps.push(await runStep('playwright', 'playwright', ['test', '--reporter=list,json']))

interface Counts {
  passed: number
  failed: number
  /** Names of tests that this machine cannot run: told, so that nobody takes them for passed. */
  skipped: string[]
}

function readVitest(file: string): Counts {
  const report = JSON.parse(readFileSync(file, 'utf8')) as {
    numPassedTests: number
    numFailedTests: number
    numFailedTestSuites: number
    testResults: { assertionResults: { status: string; fullName: string }[] }[]
  }
  // A file that could not even be loaded counts as one failure.
  const failed = report.numFailedTests || report.numFailedTestSuites
  const skipped = report.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status !== 'passed' && status !== 'failed')
    .map(({ fullName }) => fullName)
  return { passed: report.numPassedTests, failed, skipped }
}

function readPlaywright(file: string): Counts {
  const { stats } = JSON.parse(readFileSync(file, 'utf8')) as {
    stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  }
  const skipped = Array.from({ length: stats.skipped }, () => 'a test in the browser')
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped }
}

const reports = [
  [`${FOLDER}/vitest.json`, readVitest],
  [`${FOLDER}/playwright.json`, readPlaywright],
] as const
const total: Counts = { passed: 0, failed: 0, skipped: [] }
for (const [file, read] of reports) {
  const counts = existsSync(file) ? read(file) : { passed: 0, failed: 1, skipped: [] }
  total.passed += counts.passed
  total.failed += counts.failed
  total.skipped.push(...counts.skipped)
}
// A step that broke without a failed test, such as a type error, must still turn the run red.
if (total.failed === 0) total.failed = steps.filter((isGood) => !isGood).length
if (total.skipped.length > 0) process.stdout.write('\nThis machine cannot run:\n')
for (const name of total.skipped) process.stdout.write(`  ${name}\n`)
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed\n`)
process.exitCode = total.failed === 0 ? 0 : 1
