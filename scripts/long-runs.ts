import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
const TESTS = ['src', 'plugins', 'packages', 'tests'].map(
  (folder) => `${folder}/**/*.{test,e2e}.{ts,tsx}`,
)
/** Matches the variable from which a test reads its length, as a number of runs or seconds. */
const LENGTH = /process\.env\['(\w+_(?:RUNS|SECONDS))'\]/g

/**
 * Environment of `npm run test:long`: random histories, kills and load, to find faults that are too rare for a run of
 * minutes but appear within hours.
 */
export const longRuns: Readonly<Record<string, number>> = {
  CONVERT_RUNS: 2000,
  RULE_RUNS: 5000,
  EDITOR_RUNS: 10_000,
  FUZZ_RUNS: 100_000,
  JOB_KILL_RUNS: 50,
  KILL_RUNS: 1000,
  LEDGER_RUNS: 3000,
  LINE_RUNS: 50_000,
  LIST_RUNS: 500,
  LOCALE_RUNS: 500,
  MACRO_RUNS: 1000,
  MEDIA_KILL_RUNS: 200,
  MEDIA_RUNS: 1500,
  NEIGHBOUR_SECONDS: 300,
  PERSPECTIVE_RUNS: 500,
  PROCESS_SECONDS: 600,
  PURCHASE_KILL_RUNS: 300,
  QUERY_RUNS: 100_000,
  RACE_RUNS: 200,
  REORDER_RUNS: 500,
  REPLACE_RUNS: 20_000,
  TEXT_RUNS: 20_000,
  TRANSFER_RUNS: 1000,
  UNDO_RUNS: 1000,
  WEBHOOK_KILL_RUNS: 50,
  WXR_RUNS: 100,
}

/** Returns the test files with a variable length, and the variables that each reads. */
export function testsWithLength(): ReadonlyMap<string, readonly string[]> {
  const files = globSync(TESTS, { cwd: ROOT, exclude: (name) => name === 'node_modules' }).sort()
  const lengths = files.map((file): [string, string[]] => {
    const text = readFileSync(join(ROOT, file), 'utf8')
    return [file, [...text.matchAll(LENGTH)].flatMap(([, name]) => name ?? [])]
  })
  return new Map(lengths.filter(([, names]) => names.length > 0))
}
