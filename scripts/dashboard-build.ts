import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
const MARK = join(ROOT, 'dist', '.sources')

/** Sources of the dashboard. */
const SOURCES = [
  'index.html',
  'package-lock.json',
  'vite.config.ts',
  'scripts/{browser-endpoints,bundle-groups,dashboard-assets,preview-script,shared-modules}.ts',
  'src/**/*',
  'plugins/**/*',
  'packages/{contract,content,content-query,plugin-sdk,preview,ui}/src/**/*',
]

/** Builds the dashboard if its sources have changed since `dist` was built. */
export function buildDashboardIfChanged(): void {
  const sources = fingerprint(SOURCES)
  if (existsSync(MARK) && readFileSync(MARK, 'utf8') === sources) return
  process.stdout.write('Building the dashboard…\n')
  // In a separate process, because a bundler leaves memory and a changed environment behind.
  const vite = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js')
  const build = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: ROOT,
    // Tests start servers too, and their NODE_ENV would select React's development build.
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (build.status !== 0) throw new Error('The dashboard could not be built; see above.')
  writeFileSync(MARK, sources)
}

/** Hashes size and modification time of each file, since reading all of them would take too long for this check. */
export function fingerprint(files: readonly string[]): string {
  const hash = createHash('sha256')
  for (const path of globSync(files, { cwd: ROOT }).sort()) {
    const { size, mtimeMs } = statSync(join(ROOT, path))
    hash.update(`${path} ${size} ${mtimeMs}\n`)
  }
  return hash.digest('hex')
}
