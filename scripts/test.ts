import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'

import { hasPostgres } from '../packages/server/src/testing/postgres.ts'
import { findBrowser } from '../tests/browser.ts'
import { buildDashboardIfChanged } from './dashboard-build.ts'
import { longRuns, testsWithLength } from './long-runs.ts'
import { bundleServerIfChanged } from './package/bundle.ts'
import { PROJECT_TIMES } from './project-times.ts'
import { runStep } from './run-step.ts'
import { readPlaywright, readVitest, type SkippedTest, type TestReport } from './test-reports.ts'

/**
 * Runs every test: vitest (unit, server, architecture, clients, faults), then Playwright in a real browser. `--long`
 * only runs tests with a variable length, and for long. `--changed` only runs tests that import modules changed since
 * the last commit; `--changed=<commit>`, since that commit.
 */
const isLong = process.argv.includes('--long')
const changed = process.argv.find((argument) => argument.startsWith('--changed'))
const files = isLong ? [...testsWithLength().keys()] : []
const browserFiles = files.filter((file) => file.includes('.e2e.'))
if (isLong)
  for (const [name, value] of Object.entries(longRuns)) process.env[name] ??= String(value)

const FOLDER = 'test-results/summary'
/** Number of the slowest files at the end of the report. */
const SLOWEST = 15
rmSync(FOLDER, { recursive: true, force: true })
mkdirSync(FOLDER, { recursive: true })
process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'] = `${FOLDER}/playwright.json`

const steps: [title: string, isGood: boolean][] = []
const minutes: [title: string, ms: number][] = []
async function step(title: string, command: string, args: string[]): Promise<void> {
  const begin = Date.now()
  steps.push([title, await runStep(title, command, args)])
  minutes.push([title, Date.now() - begin])
}

/** Tests that this machine cannot run. */
const missing: SkippedTest[] = []
if (changed)
  missing.push({
    test: 'browser and process tests of code that they do not import themselves',
    needs: 'all of npm test',
  })
const hasBrowser = (await findBrowser()) !== undefined
if (!hasBrowser) missing.push({ test: 'the browser tests', needs: 'Chromium or Chrome' })
const withoutPostgres: string[] = []
if (!hasPostgres()) {
  missing.push({
    test: 'tests on PostgreSQL',
    needs: 'PostgreSQL (install it, or set POSTGRES_BIN to the folder of its initdb)',
  })
  const needPostgres = globSync('{packages,tests}/**/*.test.ts').filter((file) =>
    readFileSync(file, 'utf8').includes('testing/postgres.ts'),
  )
  withoutPostgres.push('--project=!postgres', ...needPostgres.map((file) => `--exclude=${file}`))
}

const types = isLong ? undefined : step('types', 'tsc', ['--noEmit'])
// Build before the tests, since several of them would otherwise build at the same time.
try {
  buildDashboardIfChanged()
  await bundleServerIfChanged()
} catch (reason) {
  process.stderr.write(`${String(reason)}\n`)
  steps.push(['build', false])
}
await types
await step('vitest', 'vitest', [
  'run',
  ...withoutPostgres,
  ...(changed ? [changed, '--passWithNoTests'] : []),
  ...files.filter((file) => !browserFiles.includes(file)),
  ...(isLong ? ['--testTimeout=0'] : []),
  '--reporter=default',
  '--reporter=json',
  '--reporter=./scripts/project-times.ts',
  `--outputFile.json=${FOLDER}/vitest.json`,
])
const hasBrowserTests = hasBrowser && (!isLong || browserFiles.length > 0)
if (hasBrowserTests)
  await step('playwright', 'playwright', [
    'test',
    ...browserFiles,
    ...(changed ? [changed.replace('--changed', '--only-changed'), '--pass-with-no-tests'] : []),
    '--reporter=list,json',
  ])

const total: TestReport = { passed: 0, failed: [], skipped: [], flaky: [], durations: [] }
for (const [name, read] of [
  ['vitest', readVitest],
  ['playwright', readPlaywright],
] as const) {
  if (name === 'playwright' && !hasBrowserTests) continue
  const file = `${FOLDER}/${name}.json`
  const { passed, failed, skipped, flaky, durations }: TestReport = existsSync(file)
    ? read(file)
    : {
        passed: 0,
        failed: [{ test: name, reason: 'It wrote no report.' }],
        skipped: [],
        flaky: [],
        durations: [],
      }
  total.passed += passed
  total.failed.push(...failed)
  total.skipped.push(...skipped)
  total.flaky.push(...flaky)
  total.durations.push(...durations)
}
// A step that failed without a failed test, such as a type error, must still fail the run.
if (total.failed.length === 0)
  for (const [test, isGood] of steps)
    if (!isGood) total.failed.push({ test, reason: 'It ended with an error; see its output.' })

const { passed, failed, skipped, flaky } = total
const projects = existsSync(PROJECT_TIMES)
  ? Object.entries(JSON.parse(readFileSync(PROJECT_TIMES, 'utf8')) as Record<string, number>)
  : []
const slowest = total.durations.toSorted(([, one], [, other]) => other - one)
writeFileSync(
  `${FOLDER}/durations.json`,
  JSON.stringify({ steps: Object.fromEntries(minutes), projects, files: slowest }, null, 2),
)
process.stdout.write('\nWhere the time went (seconds; files of a step run concurrently):\n')
for (const [name, ms] of [...minutes, ...projects, ...slowest.slice(0, SLOWEST)])
  process.stdout.write(`  ${(ms / 1000).toFixed(0).padStart(5)}  ${name}\n`)
missing.push(...skipped)
for (const [needs, tests] of Map.groupBy(missing, ({ needs }) => needs)) {
  process.stdout.write(needs ? `\nNot run, needs ${needs}:\n` : '\nNot run:\n')
  for (const { test } of tests) process.stdout.write(`  ${test}\n`)
}
if (flaky.length > 0) process.stdout.write('\nPassed only when repeated:\n')
for (const test of flaky) process.stdout.write(`  ${test}\n`)
// List failures again at the end, where readers of a long output look first.
if (failed.length > 0) process.stdout.write('\nFailed:\n')
for (const { test, reason } of failed)
  process.stdout.write(`  ${test}\n    ${reason.replaceAll('\n', '\n    ')}\n`)
process.stdout.write(`\n${passed} passed, ${failed.length} failed\n`)
process.exitCode = failed.length === 0 ? 0 : 1
