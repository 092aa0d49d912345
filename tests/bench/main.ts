import { parseArgs } from 'node:util'

import { buildDashboardIfChanged } from '../../scripts/dashboard-build.ts'
import { bundleServerIfChanged } from '../../scripts/package/bundle.ts'
import { addDatabase, startPostgres } from '../../packages/server/src/testing/postgres.ts'
import { benchApi } from './api.bench.ts'
import { benchBuckets } from './buckets.bench.ts'
import { benchBulk } from './bulk.bench.ts'
import { benchCold } from './cold.bench.ts'
import { benchComments } from './comments.bench.ts'
import { benchDashboard } from './dashboard.bench.ts'
import { benchFirstPage } from './first-page.bench.ts'
import { benchGrowth } from './growth.bench.ts'
import { benchHeartbeat } from './heartbeat.bench.ts'
import { benchLargeChanges } from './large-changes.bench.ts'
import { benchListKeys } from './list-keys.bench.ts'
import { benchLive } from './live.bench.ts'
import { benchMedia } from './media.bench.ts'
import { benchMediaGrid } from './media-grid.bench.ts'
import { benchMemoryMix } from './memory-mix.bench.ts'
import { benchNeighbours } from './neighbours.bench.ts'
import { benchPreview } from './preview.bench.ts'
import { benchReferences } from './references.bench.ts'
import { benchReplace } from './replace.bench.ts'
import { benchSignIn } from './sign-in.bench.ts'
import { benchSizes } from './sizes.bench.ts'
import { benchStart } from './start.bench.ts'
import { printTable } from './table.ts'
import { hasTateSet } from './tate-set.ts'
import { benchTextSearch } from './text-search.bench.ts'
import { benchTransfer } from './transfer.bench.ts'

/**
 * Measures the budgets of docs/testing.md on this machine, and prints tables. Arguments select benches: `npm run bench
 * -- api`. These are not tests, since the results depend on the machine.
 */
const benches = {
  sizes: ['Sizes', benchSizes],
  start: ['Start', benchStart],
  cold: ['Queries that no one asked before', benchCold],
  text: ['Search of all texts, 72,740 objects', benchTextSearch],
  api: ['API, 72,740 objects', benchApi],
  bulk: ['Bulk, 72,740 objects', benchBulk],
  replace: ['Search and replace, 72,740 objects', benchReplace],
  media: ['Files of media', benchMedia],
  'media-grid': ['Media page', benchMediaGrid],
  transfer: ['Export and import', benchTransfer],
  references: ['References, 69,202 relations', benchReferences],
  dashboard: ['Dashboard, 72,740 objects', benchDashboard],
  'first-page': ['First page, nothing in the cache', benchFirstPage],
  'list-keys': ['Keys in a list', benchListKeys],
  comments: ['Revisions and comments', benchComments],
  preview: ['Preview of a site', benchPreview],
  live: ['Live streams of sites', benchLive],
  'sign-in': ['Sign-in: what its time tells', benchSignIn],
  neighbours: ['Neighbours, 70,000 objects', benchNeighbours],
  changes: ['During large changes of another tenant', benchLargeChanges],
  heartbeat: ['The longest that a hostile call keeps others waiting', benchHeartbeat],
  buckets: ['Several buckets at once', benchBuckets],
  growth: ['Growth', benchGrowth],
  memory: ['Memory after many different requests', benchMemoryMix],
} as const
/** Benches that take many minutes, so they only run if they are named. */
const LONG = ['growth', 'buckets', 'memory']

/** Benches that fill a SQLite file directly. */
const SQLITE_ONLY = ['cold', 'text', 'buckets', 'media-grid']
/** Benches that import the content set. */
const WITH_TATE_SET = ['api', 'bulk', 'replace', 'references', 'dashboard', 'changes']

const { values, positionals: names } = parseArgs({
  options: { postgres: { type: 'boolean', default: false } },
  allowPositionals: true,
})
buildDashboardIfChanged()
await bundleServerIfChanged()
const postgres = values.postgres ? await startPostgres({ fsync: 'on' }) : undefined
try {
  for (const [name, [title, bench]] of Object.entries(benches)) {
    if (names.length > 0 ? !names.includes(name) : LONG.includes(name)) continue
    if (postgres && SQLITE_ONLY.includes(name)) {
      process.stdout.write(`\n${title}: left out, it runs on SQLite alone\n`)
      continue
    }
    if (WITH_TATE_SET.includes(name) && !hasTateSet()) {
      process.stdout.write(`\n${title}: left out, the content set is not next to the repository\n`)
      continue
    }
    // Servers inherit the variable.
    if (postgres) {
      const database = `bench_${name.replaceAll('-', '_')}`
      process.env['DATABASE_URL'] = await addDatabase(postgres.address, database)
    }
    printTable(title, await bench())
  }
} finally {
  await postgres?.remove()
}
