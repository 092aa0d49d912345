import { globSync } from 'node:fs'

import { defineConfig } from 'vitest/config'
import type { InlineConfig } from 'vitest/node'

import { reachesDatabase } from './packages/server/src/testing/reaches-database.ts'
import { TestOrder } from './scripts/test-order.ts'

const near = (folders: string) => [`${folders}/**/*.test.{ts,tsx}`]

/** They wait for jobs, or try hundreds of histories. */
const slow = [
  'packages/server/src/resources/import-export/{,formats/*/}*.test.ts',
  'packages/server/src/resources/backups/{backups,running-backup}.test.ts',
  'packages/server/src/resources/users/*.test.ts',
  'packages/server/src/jobs/*.test.ts',
  'packages/server/src/resources/**/*.property.test.ts',
  'packages/server/src/resources/objects/changes/{bulk,bulk-edit}/*.test.ts',
  'packages/server/src/resources/objects/queries/export/*.test.ts',
  'packages/server/src/resources/media/replace-job.test.ts',
  'packages/server/src/resources/object-types/migrate/{migrate,migrate-job,migrate-rules,undo-migration}.test.ts',
  'packages/server/src/resources/objects/changes/replace/{search-and-replace,replace-plan,replace-job}.test.ts',
  'scripts/api-reference/examples.test.ts',
]

const CHEAP_PASSWORDS = 'packages/server/src/testing/cheap-passwords.ts'
/** Passwords are hashed at their real cost in it. */
const REAL_COST = 'packages/server/src/identity/passwords.test.ts'

/** They ask nothing of a database that another one would answer differently. */
const databaseBlind = [
  'packages/server/src/{ai,identity,images,mail,payments,settings,storage}/**/*.test.ts',
  'packages/server/src/http/{abandoned,anonymous-cost,error-handler,headers,limits,limits-keys}.test.ts',
  'packages/server/src/http/{prototype-names,request-rate,slow-requests,static-files,stream-openings}.test.ts',
  'packages/server/src/content-api/answer-{limits,reads}.test.ts',
  'packages/server/src/resources/{openapi,preview-script}/*.test.ts',
  'packages/server/src/resources/marketplace/{archive,check-manifest}.test.ts',
  'packages/server/src/resources/import-export/{bucket-json,cell-formats,table,workbook-table}.test.ts',
  'packages/server/src/resources/import-export/formats/**/*.test.ts',
  'packages/server/src/resources/users/{sign-in-limits,provider-sign-in,sign-in-gate}.test.ts',
]

const databaseTests = globSync('packages/server/src/**/*.test.ts').filter(reachesDatabase)

/** Random histories have their full length on SQLite; these show that PostgreSQL answers alike. */
const postgresRuns = {
  LIST_RUNS: '3',
  LOCALE_RUNS: '4',
  MACRO_RUNS: '8',
  MEDIA_RUNS: '12',
  PERSPECTIVE_RUNS: '3',
  RACE_RUNS: '2',
  TRANSFER_RUNS: '1',
  UNDO_RUNS: '8',
}

/**
 * Without what belongs to a window: files share their module of fake timers, and would put the former file's window
 * back.
 */
const fakeTimers: InlineConfig['fakeTimers'] = {
  toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
}

/**
 * `unit` runs in `npm run check`; `slow` are unit tests that would make it wait; `system` starts servers as
 * users do.
 */
export default defineConfig({
  test: {
    maxWorkers: '100%',
    sequence: { sequencer: TestOrder },
    projects: [
      {
        test: {
          name: 'unit',
          include: near(
            '{src,plugins,packages,scripts,tests/architecture,tests/extensions,tests/palette}',
          ),
          exclude: ['**/node_modules/**', '**/postgres*.test.ts', REAL_COST, ...slow],
          // A test that needs fresh modules requests them; loading all of them for each file takes longer than the
          // tests do.
          isolate: false,
          fakeTimers,
          setupFiles: ['tests/setup.ts', CHEAP_PASSWORDS],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'slow',
          include: slow,
          isolate: false,
          setupFiles: ['tests/setup.ts', CHEAP_PASSWORDS],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'postgres',
          include: [...databaseTests, ...near('tests/clients')],
          exclude: [
            '**/node_modules/**',
            '**/*.sqlite.test.ts',
            // One file drives the store of plans; the others are about commands and the protocol.
            'tests/clients/assistant-*.test.ts',
            ...databaseBlind,
          ],
          env: { ...postgresRuns, ...process.env, TEST_DATABASE: 'postgres' },
          globalSetup: ['packages/server/src/testing/postgres-setup.ts'],
          isolate: false,
          fakeTimers,
          setupFiles: ['tests/setup.ts', CHEAP_PASSWORDS],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'system',
          include: [...near('tests/{clients,faults,system}'), REAL_COST],
          globalSetup: ['tests/e2e/fixtures/build.ts'],
          isolate: false,
          // Each starts many processes: a busy machine takes minutes for what takes seconds.
          testTimeout: 300_000,
          hookTimeout: 120_000,
          // Concurrent tests start separate servers; two at a time is the limit for two cores.
          maxConcurrency: 2,
        },
      },
    ],
  },
})
