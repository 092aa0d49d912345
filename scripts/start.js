import { enableCompileCache } from 'node:module'

// JavaScript, alone of all our files: Node reads the first one before the cache is on, and would load its TypeScript
// compiler for it, at every start.

// Before anything else is loaded: the compiled form of every later file is kept between starts.
enableCompileCache()

const { main } = await import('../packages/server/src/main.ts')
await main(process.argv.slice(2), {
  async build() {
    const { buildDashboardIfChanged } = await import('./dashboard-build.ts')
    buildDashboardIfChanged()
  },
  async seedDemo(settings) {
    const { seedDemo } = await import('../packages/demo/src/seed.ts')
    return seedDemo(settings)
  },
})
