import { existsSync } from 'node:fs'

import { defineConfig } from '@playwright/test'

/**
 * Debian's browser; Playwright's own cannot be downloaded everywhere. The one without a window draws and runs pages in
 * the same way and saves a fifth of the run.
 */
const executablePath = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find((path) => existsSync(path))

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: 'test-results/e2e',
  globalSetup: './tests/e2e/fixtures/built-dashboard.ts',
  timeout: 60_000,
  expect: { timeout: 10_000 },
  fullyParallel: false,
  workers: 2,
  // A machine that is busy with something else must not turn a run red; a retry is told as flaky.
  retries: process.env['CI'] ? 2 : 0,
  reporter: 'list',
  use: {
    viewport: { width: 1440, height: 900 },
    // Recording each test would take more than a third of the run.
    trace: process.env['CI'] ? 'on-first-retry' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
