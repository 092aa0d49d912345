import { existsSync } from 'node:fs'
import { enableCompileCache } from 'node:module'

// JavaScript, alone of all our files: Node reads the first one before the cache is on, and would load its TypeScript
// compiler for it, at every start.

// Before anything else is loaded: the compiled form of every later file is kept between starts.
enableCompileCache()
if (existsSync('.env')) process.loadEnvFile('.env')

const argv = process.argv.slice(2)
const { main } = await import('../packages/server/src/main.ts')
if (!argv.includes('--help')) {
  const { buildDashboardIfChanged } = await import('./dashboard-build.ts')
  buildDashboardIfChanged()
}
await main(argv)
