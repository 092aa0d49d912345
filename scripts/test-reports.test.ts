import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

import { readPlaywright, readVitest } from './test-reports.ts'

function written(report: unknown): string {
  const file = join(mkdtempSync(join(tmpdir(), 'report-')), 'report.json')
  writeFileSync(file, JSON.stringify(report))
  return file
}

const RED = '\u001b[31m'

test('a Vitest report names failed tests and files that could not be loaded', () => {
  const file = written({
    numPassedTests: 1,
    testResults: [
      {
        name: resolve('src/a.test.ts'),
        startTime: 1000,
        endTime: 3500,
        status: 'failed',
        message: '',
        assertionResults: [
          { status: 'passed', fullName: 'adds', failureMessages: [] },
          { status: 'failed', fullName: 'divides', failureMessages: [`${RED}by zero`] },
          { status: 'pending', fullName: 'stops', failureMessages: [], meta: {} },
          {
            status: 'skipped',
            fullName: 'prints',
            failureMessages: [],
            meta: { needs: 'a printer' },
          },
        ],
      },
      {
        name: resolve('src/b.test.ts'),
        startTime: 2000,
        endTime: 2000,
        status: 'failed',
        message: 'no such module',
        assertionResults: [],
      },
    ],
  })
  expect(readVitest(file)).toEqual({
    passed: 1,
    failed: [
      { test: 'src/a.test.ts › divides', reason: 'by zero' },
      { test: 'src/b.test.ts', reason: 'no such module' },
    ],
    skipped: [
      { test: 'src/a.test.ts › stops' },
      { test: 'src/a.test.ts › prints', needs: 'a printer' },
    ],
    flaky: [],
    durations: [
      ['src/a.test.ts', 2500],
      ['src/b.test.ts', 0],
    ],
  })
})

test('a Playwright report counts a flaky test as passed, names it, and gives the reason of the last attempt', () => {
  const spec = (title: string, status: string, messages: string[]) => ({
    title,
    file: 'list.e2e.ts',
    tests: [
      { status, results: messages.map((message) => ({ duration: 400, error: { message } })) },
    ],
  })
  const file = written({
    errors: [{ message: 'no browser' }],
    suites: [
      {
        title: 'list.e2e.ts',
        specs: [spec('opens', 'expected', []), spec('closes', 'flaky', ['slow'])],
        suites: [
          {
            title: 'narrow',
            specs: [
              spec('sorts', 'unexpected', ['first', 'second']),
              spec('prints', 'skipped', []),
              {
                title: 'scans',
                file: 'list.e2e.ts',
                tests: [
                  {
                    status: 'skipped',
                    annotations: [{ type: 'skip', description: 'a scanner' }],
                    results: [],
                  },
                ],
              },
            ],
          },
        ],
      },
    ],
  })
  expect(readPlaywright(file)).toEqual({
    passed: 2,
    failed: [
      { test: 'the browser tests', reason: 'no browser' },
      { test: 'list.e2e.ts › sorts', reason: 'second' },
    ],
    skipped: [
      { test: 'list.e2e.ts › prints' },
      { test: 'list.e2e.ts › scans', needs: 'a scanner' },
    ],
    flaky: ['list.e2e.ts › closes'],
    durations: [['list.e2e.ts', 1200]],
  })
})
