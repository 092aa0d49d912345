import { defineConfig } from '@playwright/test'

import { findBrowser } from './tests/browser.ts'

const browser = await findBrowser()

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: 'test-results/e2e',
  globalSetup: './tests/e2e/fixtures/build.ts',
  timeout: 60_000,
  expect: { timeout: 10_000 },
  fullyParallel: false,
  workers: 2,
  // A busy machine must not turn a run red; a passed retry is reported as flaky.
  retries: process.env['CI'] ? 2 : 0,
  reporter: 'list',
  use: {
    viewport: { width: 1440, height: 900 },
    // What fades out is in the document for a moment longer.
    contextOptions: { reducedMotion: 'reduce' },
    // Recording each test would take more than a third of the run.
    trace: process.env['CI'] ? 'on-first-retry' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...browser,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // One process draws the pages of all tests of a worker: each would start its own, and a spare one.
        '--renderer-process-limit=1',
        '--in-process-gpu',
        // Code that a test never runs is not compiled.
        '--js-flags=--max-lazy',
        // Tests never leave this machine, even if content has external addresses.
        '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
      ],
    },
  },
})
