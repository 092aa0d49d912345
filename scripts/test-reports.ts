import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { TaskMeta } from 'vitest'

declare module 'vitest' {
  interface TaskMeta {
    /** What a machine must have to run the test. */
    needs?: string
  }
}

export interface TestReport {
  passed: number
  failed: Failure[]
  /** Tests that this machine cannot run. They are printed, so that no one takes them for passed. */
  skipped: SkippedTest[]
  /** Names of tests that only passed when they were repeated. */
  flaky: string[]
  /** Duration of each file in ms; a file that runs on two databases appears twice. */
  durations: [file: string, ms: number][]
}

export interface SkippedTest {
  /** The file and the full name of the test. */
  test: string
  /** What a machine must have to run it, and how to install that. */
  needs?: string | undefined
}

export interface Failure {
  /** The file and the full name of the test. */
  test: string
  reason: string
}

interface VitestReport {
  numPassedTests: number
  testResults: {
    name: string
    startTime: number
    endTime: number
    status: string
    message: string
    assertionResults: {
      status: string
      fullName: string
      failureMessages: string[] | null
      meta?: TaskMeta
    }[]
  }[]
}

/** Reads the report of vitest's JSON reporter. A file that could not be loaded counts as one failure. */
export function readVitest(file: string): TestReport {
  const { numPassedTests: passed, testResults } = JSON.parse(
    readFileSync(file, 'utf8'),
  ) as VitestReport
  const failed: Failure[] = []
  const skipped: SkippedTest[] = []
  const durations: TestReport['durations'] = []
  for (const { name, startTime, endTime, status, message, assertionResults } of testResults) {
    const path = relative('.', name)
    durations.push([path, endTime - startTime])
    for (const { status, fullName, failureMessages, meta } of assertionResults) {
      const test = `${path} › ${fullName}`
      if (status === 'failed') failed.push({ test, reason: firstLines(failureMessages?.[0]) })
      else if (status !== 'passed') skipped.push({ test, needs: meta?.needs })
    }
    const isBroken = status === 'failed' && !assertionResults.some((one) => one.status === status)
    if (isBroken) failed.push({ test: path, reason: firstLines(message) })
  }
  return { passed, failed, skipped, flaky: [], durations }
}

interface PlaywrightSuite {
  title: string
  suites?: PlaywrightSuite[]
  specs: {
    title: string
    file: string
    tests: {
      status: string
      annotations?: { type: string; description?: string }[]
      results: { duration: number; error?: { message?: string } }[]
    }[]
  }[]
}

interface PlaywrightReport {
  suites: PlaywrightSuite[]
  errors: { message?: string }[]
}

/** Reads the report of Playwright's JSON reporter. A test that passes at the second attempt counts as passed. */
export function readPlaywright(file: string): TestReport {
  const { suites, errors } = JSON.parse(readFileSync(file, 'utf8')) as PlaywrightReport
  const report: TestReport = { passed: 0, failed: [], skipped: [], flaky: [], durations: [] }
  const durations = new Map<string, number>()
  for (const { message } of errors)
    report.failed.push({ test: 'the browser tests', reason: firstLines(message) })
  const read = ({ suites: inner = [], specs }: PlaywrightSuite) => {
    for (const { title, file, tests } of specs)
      for (const { status, annotations = [], results } of tests) {
        const test = `${file} › ${title}`
        const ms = results.reduce((sum, { duration }) => sum + duration, 0)
        durations.set(file, (durations.get(file) ?? 0) + ms)
        const needs = annotations.find(({ type }) => type === 'skip')?.description
        if (status === 'skipped') report.skipped.push({ test, needs })
        else if (status === 'unexpected')
          report.failed.push({ test, reason: firstLines(results.at(-1)?.error?.message) })
        else {
          report.passed++
          if (status === 'flaky') report.flaky.push(test)
        }
      }
    inner.forEach(read)
  }
  suites.forEach(read)
  report.durations.push(...durations)
  return report
}

const LINES = 12

function firstLines(message = ''): string {
  return stripVTControlCharacters(message).split('\n').slice(0, LINES).join('\n')
}
